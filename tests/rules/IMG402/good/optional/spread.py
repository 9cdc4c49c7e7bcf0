"""import cupy only where it can run."""
import torch

try:
    import cupy as xp
except ImportError:
    import numpy as xp


def spread(x):
    if x.device.type != "cuda":
        return x.amax() - x.amin()
    import cupy

    return cupy.ptp(cupy.asarray(x)), torch.ones(2)


def on_host(rows):
    return xp.asarray(rows)
