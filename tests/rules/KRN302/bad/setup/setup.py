"""Builds the extension with CUDAExtension."""
import os

import torch.utils.cpp_extension as ext
from setuptools import setup
from torch.utils import cpp_extension
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

os.environ["TORCH_CUDA_ARCH_LIST"] = "8.0;9.0"  # expect: KRN302
ROOT = os.environ.get("CUDA_HOME", "/usr/local/cuda")  # expect: KRN302

kind = cpp_extension.CUDAExtension  # expect: KRN302
setup(
    name="norms",
    ext_modules=[
        CUDAExtension("norms._a", ["csrc/a.cpp", "csrc/a.cu"]),  # expect: KRN302
        ext.CUDAExtension("norms._b", ["csrc/b.cu"]),  # expect: KRN302
        kind("norms._c", ["csrc/c.cu"]),
    ],
    cmdclass={"build_ext": BuildExtension},
)
