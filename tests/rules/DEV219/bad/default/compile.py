"""torch.compile(model) means Inductor."""
import torch
from torch import compile as compiled


@torch.compile  # expect: DEV219
def scale(x):
    return x * 2


@torch.compile(fullgraph=True)  # expect: DEV219
def shift(x):
    return x + 2


def build(model, loss):
    # torch.compile(model)
    model = torch.compile(model)  # expect: DEV219
    return model, compiled(loss, dynamic=False)  # expect: DEV219
