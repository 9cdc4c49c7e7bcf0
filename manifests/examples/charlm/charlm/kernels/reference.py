"""Kernels in plain torch, for any device. The contracts are in `charlm.kernels`."""

from __future__ import annotations

import torch
from torch import Tensor


def rms_norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    x32 = x.float()
    inverse_rms = torch.rsqrt(x32.square().mean(dim=-1, keepdim=True) + eps)
    return (x32 * inverse_rms * weight.float()).to(x.dtype)
