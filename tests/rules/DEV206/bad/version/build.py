import torch
from torch import version

if torch.version.cuda is None:  # expect: DEV206
    raise RuntimeError("torch.version.cuda is None")

MAJOR = int(torch.version.cuda.split(".")[0])  # expect: DEV206


def flavor(x):
    """Tells the build by torch.version.cuda."""
    if version.cuda:  # expect: DEV206
        return "cuda"
    return "rocm" if torch.version.hip else "cpu"


def fast(x):
    # torch.version.cuda
    return x.is_cuda and torch.version.cuda >= "12"  # expect: DEV206
