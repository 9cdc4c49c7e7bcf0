"""Builds boxwise; the operators come as C++ and, with a toolkit, as CUDA."""

import os
from glob import glob

import torch
from setuptools import find_packages, setup
from torch.utils.cpp_extension import CUDA_HOME, BuildExtension, CppExtension, CUDAExtension

FORCED = os.environ.get("FORCE_CUDA", "0") == "1"


def extension():
    sources = glob("csrc/*.cpp")
    flags = {"cxx": ["-O3"]}
    if FORCED or (torch.cuda.is_available() and CUDA_HOME):  # expect: IMG404
        flags["nvcc"] = ["-O3", "--use_fast_math"]
        macros = [("WITH_CUDA", None)]
        return CUDAExtension("boxwise._C", sources + glob("csrc/*.cu"), macros, extra_compile_args=flags)  # expect: KRN302
    return CppExtension("boxwise._C", sources, extra_compile_args=flags)


setup(
    name="boxwise",
    version="0.3",
    packages=find_packages(),
    ext_modules=[extension()],
    cmdclass={"build_ext": BuildExtension},
)
