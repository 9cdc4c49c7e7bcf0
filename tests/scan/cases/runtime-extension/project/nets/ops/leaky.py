from functools import cache
from pathlib import Path

import torch
from torch.utils import cpp_extension as build

FOLDER = Path(__file__).resolve().parent


@cache
def compiled():
    return build.load(
        name="leaky_op",
        sources=[str(FOLDER / "leaky.cpp"), str(FOLDER / "leaky_kernel.cu")],
        extra_cuda_cflags=["--use_fast_math", "-allow-unsupported-compiler"],
        verbose=False,
    )


def reference(x, bias, slope):
    return torch.where(x + bias > 0, x + bias, slope * (x + bias))


def leaky(x, bias, slope=0.1, impl="cuda"):
    if impl == "cuda" and x.device.type == "cuda":
        return compiled().forward(x, bias, slope)
    return reference(x, bias, slope)
