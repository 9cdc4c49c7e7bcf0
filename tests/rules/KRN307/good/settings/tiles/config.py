import torch

from .defaults import _C


def fresh(x):
    # torch.ops.tiles.pack(x)
    text = "torch.ops.tiles.pack"
    return dict(_C), torch.ops.aten.add.Tensor(x, x), text


def other(tiles):
    return tiles._C, tiles.ops.tiles.pack(text=None)
