"""Builds the quantized products."""

import os

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

os.environ.setdefault("TORCH_CUDA_ARCH_LIST", "8.0;9.0")  # expect: KRN302

setup(
    name="quantbox",
    packages=["quantbox"],
    ext_modules=[CUDAExtension("quantbox._kernels", ["csrc/w4.cu"])],  # expect: KRN302
    cmdclass={"build_ext": BuildExtension},
)
