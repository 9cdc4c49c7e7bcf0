import warnings

import torch


def start(device):
    if not torch.cuda.is_available():
        warnings.warn("no GPU was found, this will be slow")
    return device


torch.cuda.is_bf16_supported = lambda: True


def report():
    return {"GPU": str(torch.cuda.is_available()), "CUDA": torch.version.cuda}
