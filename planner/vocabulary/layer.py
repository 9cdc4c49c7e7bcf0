"""What one step of a migration may change."""

from enum import StrEnum


class Layer(StrEnum):
    """The layers, in canonical order: where two orders cost the same, this one decides."""

    HOST = "host"
    IMAGE = "image"
    PYTHON = "python"
    TORCH = "torch"
    SDK = "sdk"
    PACKAGES = "packages"
    CODE = "code"
    KERNELS = "kernels"
    EXECUTION = "execution"
    DISTRIBUTION = "distribution"
    ACCELERATOR = "accelerator"
    DATA = "data"
    TRAFFIC = "traffic"
