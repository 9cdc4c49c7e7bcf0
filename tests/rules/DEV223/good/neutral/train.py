"""torch.optim.AdamW(params, fused=True) by the device."""
import torch
from torch.optim import SGD

FUSED = {"cuda", "xpu", "mps", "cpu"}


def optimizers(model, device, fused, more):
    params = list(model.parameters())
    first = torch.optim.AdamW(params, lr=1e-3)
    second = torch.optim.AdamW(params, lr=1e-3, fused=device.type in FUSED)
    third = torch.optim.Adam(params, fused=fused, foreach=None, capturable=False)
    fourth = SGD(params, lr=0.1, foreach=False)
    return first, second, third, fourth, SGD(params, **more)
