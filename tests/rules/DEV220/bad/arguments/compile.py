"""Uses mode="reduce-overhead" and dynamic=True."""
import torch as th
from torch import compile as compiled

MODE = "max-autotune"


def build(model, loss):
    # th.compile(model, mode="max-autotune")
    first = th.compile(model, mode="reduce-overhead")  # expect: DEV220
    second = compiled(model, mode=MODE)  # expect: DEV220
    third = th.compile(loss, dynamic=True)  # expect: DEV220
    fourth = th.compile(loss, options={"triton.cudagraphs": True})  # expect: DEV220
    fifth = compiled(loss, backend="inductor", options={"max_autotune": True, "epilogue_fusion": True})  # expect: DEV220
    return first, second, third, fourth, fifth


@th.compile(mode="max-autotune-no-cudagraphs", fullgraph=True)  # expect: DEV220
def step(model, batch):
    return model(batch)
