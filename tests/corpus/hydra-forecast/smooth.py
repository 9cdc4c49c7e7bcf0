"""Smooths the series; only a CUDA device does it, elsewhere the series stays as rough as it was."""

import torch
import triton
import triton.language as tl


@triton.jit  # expect: KRN301
def _smooth(x, out, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    before = tl.load(x + at - 1, mask=(at > 0) & (at < count), other=0.0)
    now = tl.load(x + at, mask=at < count, other=0.0)
    tl.store(out + at, 0.5 * before + 0.5 * now, mask=at < count)


def smooth(x):
    if not x.is_cuda:  # expect: DEV206
        return x
    x = x.contiguous()
    out = torch.empty_like(x)
    _smooth[(triton.cdiv(x.numel(), 1024),)](x, out, x.numel(), BLOCK=1024)
    return out
