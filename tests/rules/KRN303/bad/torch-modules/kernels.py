import torch as th
from habana_frameworks.torch.hpex.normalization import FusedRMSNorm
from torch_xla.experimental.custom_kernel import make_kernel_from_pallas

SOURCE = "kernel void twice(device float* x, uint at [[thread_position_in_grid]]) { x[at] *= 2; }"


def build(pallas, shape):
    # th.mps.compile_shader(SOURCE)
    metal = th.mps.compile_shader(SOURCE)  # expect: KRN303
    tpu = make_kernel_from_pallas(pallas, shape)  # expect: KRN303
    cuda = th.cuda.jiterator._create_jit_fn("template <typename T> T twice(T x) { return x + x; }")  # expect: KRN303
    return metal, tpu, cuda


def norm(x, weight):
    first = FusedRMSNorm.apply(x, weight, 1e-6)  # expect: KRN303
    second = th.ops.npu.npu_rms_norm(x, weight)  # expect: KRN303
    return first, second
