import torch as th
from torch import mps, xpu


def wait(kind):
    if kind == "intel":
        xpu.synchronize()  # expect: DEV224
        return th.xpu.memory_allocated()  # expect: DEV224
    if kind == "apple":
        mps.synchronize()  # expect: DEV224
        return th.mps.current_allocated_memory()
    if kind == "google":
        th.tpu.synchronize()  # expect: DEV224
    th.neuron.synchronize()  # expect: DEV224
    return 0
