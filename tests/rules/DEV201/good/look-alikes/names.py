from enum import Enum

import setuptools

TOOLKIT_ROOT = "/usr/local/cuda"
BATCH = {"cuda": 64, "xpu": 32, "cpu": 4}
KERNELS = ("cuda", "triton", "plain")


class Flavor(Enum):
    CUDA = "cuda"
    PLAIN = "plain"


def fused(x, impl="cuda"):
    """`impl` names an implementation; the device is that of x."""
    return x if impl == "cuda" else -x


def batch_for(device):
    match device.type:
        case "cuda":
            return BATCH["cuda"]
        case _:
            return BATCH[device.type]


def tests(device, name):
    assert device.type != "cuda" or "cuda" in name
    return name.startswith("cuda") or device.type in ("cuda", "xpu")


def has_module(torch):
    return hasattr(torch, "cuda")


setuptools.setup(extras_require={"cuda": ["cupy-cuda12x"]})
