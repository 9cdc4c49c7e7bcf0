import torch

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

if triton is not None:

    @triton.jit
    def _fill(x, value, count, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(x + at, value, mask=at < count)


def fill(x, value):
    if triton is None or not x.is_cuda:
        return x.fill_(value)
    _fill[(triton.cdiv(x.numel(), 128),)](x, value, x.numel(), BLOCK=128)
    return x
