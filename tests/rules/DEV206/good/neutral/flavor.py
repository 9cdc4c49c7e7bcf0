"""Asks for torch.version.hip, as documented, and never for torch.version.cuda."""
import torch

VERSION = "cuda-12.6"


class Release:
    version = None


def flavor(release, x):
    # torch.version.cuda
    if torch.version.hip is not None:
        return "rocm"
    return release.version.cuda if x.device.type != "cpu" else torch.__version__
