"""Speaks of norm.cu and load_inline(cuda_sources=...)."""
import json
from json import load

import yaml


class CUDAExtension:
    """A plug-in of our own."""


def read(path, cpp_extension):
    # cpp_extension.load(sources=["norm.cu"])
    with open(path) as file:
        first = load(file)
    second = json.load(path)
    print("TORCH_CUDA_ARCH_LIST is not set; CUDA_HOME is not needed")
    return first, second, yaml.load(path, None), cpp_extension.load(name="norm.cu"), CUDAExtension()
