"""Attention in tiles, written in Triton. There is no other version of these."""

import torch
import triton
import triton.language as tl


@triton.jit  # expect: KRN301
def _scores(q, k, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    a = tl.load(q + row * width + at, mask=at < width, other=0.0)
    b = tl.load(k + row * width + at, mask=at < width, other=0.0)
    tl.store(out + row, tl.sum(a * b, axis=0))


@triton.autotune(configs=[triton.Config({"BLOCK": 256}, num_warps=4)], key=["width"])
@triton.jit  # expect: KRN301
def _softmax(x, out, width, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * width + at, mask=at < width, other=float("-inf"))
    value = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + tl.program_id(0) * width + at, value / tl.sum(value, axis=0), mask=at < width)


@triton.jit  # expect: KRN301
def _scale(x, factor, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < count) * factor, mask=at < count)


def softmax(x):
    out = torch.empty_like(x)
    _softmax[(x.shape[0],)](x, out, x.shape[1])
    return out


def scale_(x, factor):
    _scale[(triton.cdiv(x.numel(), 1024),)](x, factor, x.numel(), BLOCK=1024)
    return x
