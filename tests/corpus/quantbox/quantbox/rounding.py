"""Rounding at random, by Triton; imported by the trainer without asking where it runs."""

import torch
import triton
import triton.language as tl


@triton.jit  # expect: KRN301
def _round(x, out, seed, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < count, other=0.0)
    tl.store(out + at, tl.floor(value + tl.rand(seed, at)), mask=at < count)


@triton.jit  # expect: KRN301
def _largest(x, out, width, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    value = tl.load(x + tl.program_id(0) * width + at, mask=at < width, other=0.0)
    tl.store(out + tl.program_id(0), tl.max(tl.abs(value), axis=0))


def rounded(x, seed):
    out = torch.empty_like(x)
    _round[(triton.cdiv(x.numel(), 1024),)](x, out, seed, x.numel(), BLOCK=1024)
    return out


def largest(x):
    out = x.new_empty(x.shape[0])
    _largest[(x.shape[0],)](x, out, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return out
