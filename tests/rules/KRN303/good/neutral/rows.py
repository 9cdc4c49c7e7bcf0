"""Plain torch, where a kernel under @cuda.jit was."""
import torch


@torch.library.custom_op("rows::total", mutates_args=())
def total(x: torch.Tensor) -> torch.Tensor:
    # cupy.asarray(x).sum(axis=1)
    return x.sum(dim=1)


@torch.compile(backend="eager")
def twice(x):
    return x + x
