import triton as tr
from triton import jit
from triton import jit as compiled
from triton import language as tl


@jit  # expect: KRN301
def _one(x):
    tl.store(x, 1)


@compiled  # expect: KRN301
def _two(x):
    tl.store(x, 2)


@tr.jit(do_not_specialize=["count"])  # expect: KRN301
def _three(x, count):
    tl.store(x, count)


class Kernels:
    @staticmethod
    @tr.jit  # expect: KRN301
    def four(x):
        tl.store(x, 4)
