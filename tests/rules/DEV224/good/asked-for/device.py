import torch

try:
    import torch_xla.core.xla_model as xm

    HAS_XLA = True
except ImportError:
    xm = None
    HAS_XLA = False


def pick():
    if HAS_XLA:
        return xm.xla_device()
    return torch.device("cpu")


def step():
    if HAS_XLA:
        xm.mark_step()
