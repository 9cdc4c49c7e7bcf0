"""Picks a dtype by torch.cuda.get_device_capability()."""
import torch

DTYPE = torch.bfloat16 if torch.cuda.get_device_capability() >= (8, 0) else torch.float16  # expect: DEV211


def dtype(x):
    # torch.cuda.is_bf16_supported()
    if torch.cuda.is_available() and torch.cuda.is_bf16_supported():  # expect: DEV211
        return torch.bfloat16
    return torch.float16 if x.is_cuda else torch.float32


def memory(index):
    return torch.cuda.get_device_properties(index).total_memory // 2**30  # expect: DEV211
