from os import getenv

import torch
from setuptools import find_packages, setup
from torch.utils.cpp_extension import CUDA_HOME, CppExtension, CUDAExtension

builder, files, defines = CppExtension, ["native/module.cpp"], []
if (torch.cuda.is_available() and CUDA_HOME) or getenv("BUILD_CUDA") == "1":
    builder = CUDAExtension
    files += ["native/overlap.cu"]
    defines += [("HAVE_CUDA", None)]

setup(
    name="spots",
    packages=find_packages(),
    ext_modules=[builder("spots._C", files, define_macros=defines)],
)
