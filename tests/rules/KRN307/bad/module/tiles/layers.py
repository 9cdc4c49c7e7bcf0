"""Calls torch.ops.tiles.pack."""
import torch
import tiles._C as native  # expect: KRN307


def packed(x):
    # torch.ops.tiles.pack(x)
    return torch.ops.tiles.pack(x)  # expect: KRN307


def version():
    return native.version()
