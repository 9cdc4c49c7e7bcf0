import torch
from torch import complex64


def spectrum(n, device):
    rotation = torch.zeros(n, dtype=complex64, device=device)  # expect: DEV222
    half = torch.ones(n, dtype=torch.complex32, device=device)  # expect: DEV222
    return rotation * half


def packed(x, scale):
    """Makes torch.qint8 of x."""
    return torch.quantize_per_tensor(x, scale, 0, torch.qint8)  # expect: DEV222
