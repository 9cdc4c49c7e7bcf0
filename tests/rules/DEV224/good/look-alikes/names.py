"""Names like a vendor's: torch.npu.synchronize() and xm.mark_step() are not called."""
import torch
from spectra import apex, mps

from . import torch_xla
from .xla_model import mark_step


class Meter:
    def __init__(self, xpu):
        self.xpu = xpu

    def stop(self, xm):
        xm.mark_step()
        self.xpu.synchronize()


def place(meter, xm, hpu):
    # torch.hpu.synchronize()
    mark_step()
    meter.stop(xm)
    hpu.empty_cache()
    return apex.find([1, 3, 2]), mps.read("plan.mps"), torch_xla.device(), "torch.npu.set_device(0)"


def host(x):
    torch.cpu.synchronize()
    return x
