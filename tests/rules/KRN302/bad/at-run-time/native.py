from functools import lru_cache

from torch.utils import cpp_extension
from torch.utils.cpp_extension import load, load_inline

SOURCE = "__global__ void fill(float* x) { x[threadIdx.x] = 1; }"


@lru_cache(maxsize=1)
def native():
    """Compiles norm.cu when first asked."""
    return cpp_extension.load(name="native", sources=["csrc/norm.cpp", "csrc/norm.cu"])  # expect: KRN302


def inline():
    # load_inline(cuda_sources=...)
    return load_inline(name="fill", cpp_sources="", cuda_sources=SOURCE)  # expect: KRN302


def forced(sources):
    return load(name="forced", sources=sources, with_cuda=True)  # expect: KRN302
