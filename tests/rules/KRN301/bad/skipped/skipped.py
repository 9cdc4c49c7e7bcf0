import triton
import triton.language as tl


@triton.jit  # expect: KRN301
def _scale(x, by, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < count) * by, mask=at < count)


def scale(x, by):
    """Leaves the work out where there is no CUDA."""
    if x.is_cuda:
        _scale[(triton.cdiv(x.numel(), 128),)](x, by, x.numel(), BLOCK=128)
