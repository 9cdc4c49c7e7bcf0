import torch
from setuptools import setup
from torch.utils.cpp_extension import CppExtension, CUDAExtension

kind, sources = CppExtension, ["csrc/entry.cpp"]
if torch.cuda.is_available():
    kind = CUDAExtension  # expect: KRN302
    sources.append("csrc/entry.cu")

setup(name="boxes", ext_modules=[kind("boxes._ops", sources)])
