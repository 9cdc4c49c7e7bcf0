"""NumPy under CuPy's short name, and Numba on the host; cp.RawKernel(source) is not called."""
import numba
import numpy as cp
from alloys import Metal
from numba import njit, prange

from .local import cuda, nki


class Kernel:
    def __init__(self, cupy):
        self.cupy = cupy

    def jit(self, function):
        return self.cupy.fuse(function)


@njit(parallel=True)
def total(rows):
    result = 0.0
    for at in prange(rows.size):
        result += rows[at]
    return result


@numba.vectorize
def twice(x):
    return x + x


@cuda.jit
def one(x):
    return x


@nki.jit
def two(x):
    return x


def run(x, cupy):
    # cupy.asarray(x)
    return cp.asarray(x), cupy.asarray(x), Metal("iron"), "import pycuda", Kernel(cupy)
