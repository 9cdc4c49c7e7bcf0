import torch

from .kernel import scale_


def gain(values: torch.Tensor, factor: float):
    if values.is_cuda:
        scale_(values, factor)
    else:
        pass
    return values
