"""Plain torch; an @triton.jit kernel did the same.

@triton.jit
def _scale(...):
"""
import torch


@torch.jit.script
def scale(x, factor: float):
    # @triton.jit
    return x * factor


@torch.compile
def shift(x, by):
    print("triton.jit is what the compiler makes of this")
    return x + by


def kernel_of(x, triton=None):
    return triton.jit if triton is not None else scale(x, 2.0)
