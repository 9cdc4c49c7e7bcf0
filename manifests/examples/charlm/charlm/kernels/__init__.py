"""The kernels of charlm: callers import them from here, never from an implementation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import torch
from torch import Tensor

from charlm.kernels import reference

__all__ = ["rms_norm"]

_DTYPES = (torch.float16, torch.bfloat16, torch.float32)


def rms_norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    """Divide each row of `x` by its root mean square and scale it by `weight`.

    y = x / sqrt(mean(x**2) + eps) * weight, the mean taken over the last dimension.

    Shapes: `x` is (..., D) with any leading dimensions and strides, D >= 1; `weight` is (D,); the result has
        the shape of `x` and is a new tensor.
    Dtypes: `x` and `weight` are float16, bfloat16, or float32, each on its own; the arithmetic is float32, and
        the result has the dtype of `x`.
    Units: `eps` is in the units of `x` squared; the units of `x` cancel, so the result is in those of `weight`.
    Errors: TypeError for another dtype; ValueError for a wrong shape, an `eps` that is not positive, or tensors on
        different devices.
    Gradient: with respect to `x` and `weight`, first order only; each has the dtype of its tensor.
    Determinism: the same inputs on the same device give the same bits, forward and backward. Implementations
        agree with one another within rounding, not bit for bit.

    A CUDA tensor goes through Triton where Triton can be imported; everything else goes through plain torch.
    """
    if x.dtype not in _DTYPES or weight.dtype not in _DTYPES:
        raise TypeError(f"rms_norm takes float16, bfloat16, or float32, not {x.dtype} with weight {weight.dtype}")
    if x.ndim == 0 or x.shape[-1] == 0 or weight.shape != x.shape[-1:]:
        raise ValueError(f"rms_norm takes x (..., D) and weight (D,), not {tuple(x.shape)} and {tuple(weight.shape)}")
    if eps <= 0:
        raise ValueError(f"rms_norm takes a positive eps, not {eps}")
    if x.device != weight.device:
        raise ValueError(f"rms_norm takes tensors on one device, not {x.device} and {weight.device}")
    implementation = (_triton_rms_norm() if x.is_cuda else None) or reference.rms_norm
    return implementation(x, weight, eps)


@cache
def _triton_rms_norm() -> Callable[[Tensor, Tensor, float], Tensor] | None:
    """Return the Triton implementation, or None where Triton cannot be imported."""
    try:
        from charlm.kernels import triton_cuda
    except ImportError:
        return None
    return triton_cuda.rms_norm
