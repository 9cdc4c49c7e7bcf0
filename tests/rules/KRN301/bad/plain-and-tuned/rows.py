"""Row kernels, each under @triton.jit."""
import torch
import triton
import triton.language as tl


@triton.jit  # expect: KRN301
def _scale(source, target, factor, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < count
    tl.store(target + at, tl.load(source + at, mask=inside) * factor, mask=inside)


@triton.autotune(configs=[triton.Config({"BLOCK": 256}), triton.Config({"BLOCK": 1024})], key=["count"])
@triton.jit  # expect: KRN301
def _shift(source, target, by, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(target + at, tl.load(source + at, mask=at < count) + by, mask=at < count)


def scale(x, factor):
    # @triton.jit
    out = torch.empty_like(x)
    _scale[(triton.cdiv(x.numel(), 256),)](x, out, factor, x.numel(), BLOCK=256)
    return out
