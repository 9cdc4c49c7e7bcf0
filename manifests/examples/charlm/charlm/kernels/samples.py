"""Inputs on which every implementation of a kernel must agree, on the CPU and the same on every call."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

RMS_NORM_PRODUCTION_SHAPE = (32, 64, 128)
"""Batch, context, and width of a training step with the default settings."""


def rms_norm() -> Iterator[tuple[Tensor, Tensor, float]]:
    """Yield arguments (x, weight, eps) for `charlm.kernels.rms_norm`."""
    generator = torch.Generator().manual_seed(0)

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=generator)

    width = RMS_NORM_PRODUCTION_SHAPE[-1]
    weight = 1 + 0.1 * normal(width)
    x = normal(*RMS_NORM_PRODUCTION_SHAPE)
    yield x, weight, 1e-5
    yield x.bfloat16(), weight, 1e-5
    yield x.bfloat16(), weight.bfloat16(), 1e-5
    yield x.half(), weight.half(), 1e-5

    # One row, one column, and a width that is no power of two.
    yield normal(width), weight, 1e-5
    yield normal(5, 1), normal(1), 1.0
    yield normal(3, 7, 100), normal(100), 1e-5

    # Strides other than those of a fresh tensor.
    yield normal(width, 24).t(), weight, 1e-5

    # Rows in which eps decides, and rows whose squares overflow float16.
    yield torch.zeros(4, width), weight, 1e-5
    yield 1e-3 * normal(16, width), weight, 1e-5
    yield (1e3 * normal(16, width)).half(), weight.half(), 1e-5
