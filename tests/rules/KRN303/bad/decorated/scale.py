"""Kernels under decorators: one finding each."""
import nki
import nki.language as nl
import numba.cuda
from numba import cuda


@cuda.jit  # expect: KRN303
def scale(x, factor):
    at = cuda.grid(1)
    if at < x.size:
        x[at] *= factor


@numba.cuda.jit("void(float32[:])", fastmath=True)  # expect: KRN303
def clear(x):
    x[numba.cuda.threadIdx.x] = 0.0


@nki.jit  # expect: KRN303
def shift(x, by):
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    nl.store(out, nl.load(x) + by)
    return out


def run(x):
    scale[32, 128](x, 2.0)
    return shift(x, 1.0)
