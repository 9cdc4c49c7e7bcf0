"""Kernels in Triton, for CUDA. The contracts are in `charlm.kernels`, which alone imports this module."""

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor
from torch.autograd.function import once_differentiable


@triton.jit
def _rms_norm_forward(x_ptr, weight_ptr, y_ptr, inverse_rms_ptr, width, eps, BLOCK: tl.constexpr):
    """Normalize one row of x, and keep its inverse root mean square for the backward pass."""
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < width
    x = tl.load(x_ptr + row * width + columns, mask=inside, other=0.0).to(tl.float32)
    weight = tl.load(weight_ptr + columns, mask=inside, other=0.0).to(tl.float32)
    inverse_rms = 1.0 / tl.sqrt(tl.sum(x * x, axis=0) / width + eps)
    y = x * inverse_rms * weight
    tl.store(y_ptr + row * width + columns, y.to(y_ptr.dtype.element_ty), mask=inside)
    tl.store(inverse_rms_ptr + row, inverse_rms)


class _RMSNorm(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, eps: float) -> Tensor:
        x = x.contiguous()
        weight = weight.contiguous()
        width = x.shape[-1]
        rows = x.numel() // width
        y = torch.empty_like(x)
        inverse_rms = torch.empty((*x.shape[:-1], 1), dtype=torch.float32, device=x.device)
        with torch.cuda.device_of(x):
            _rms_norm_forward[(rows,)](x, weight, y, inverse_rms, width, eps, BLOCK=triton.next_power_of_2(width))
        ctx.save_for_backward(x, weight, inverse_rms)
        return y

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad_y: Tensor) -> tuple[Tensor, Tensor, None]:
        x, weight, inverse_rms = ctx.saved_tensors
        grad_y32 = grad_y.float()
        normalized = x.float() * inverse_rms
        grad_normalized = grad_y32 * weight.float()
        projection = (grad_normalized * normalized).mean(dim=-1, keepdim=True)
        grad_x = inverse_rms * (grad_normalized - normalized * projection)
        grad_weight = (grad_y32 * normalized).sum_to_size(weight.shape)
        return grad_x.to(x.dtype), grad_weight.to(weight.dtype), None


def rms_norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    return _RMSNorm.apply(x, weight, eps)
