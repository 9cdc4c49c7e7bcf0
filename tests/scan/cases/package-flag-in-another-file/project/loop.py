import torch

from flags import USE_TPU

if USE_TPU:
    import torch_xla.core.xla_model as xm


def step(optimizer):
    if USE_TPU:
        xm.optimizer_step(optimizer)
    else:
        optimizer.step()


def mean(value):
    return xm.mesh_reduce("mean", value, max)
