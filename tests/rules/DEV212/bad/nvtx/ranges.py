"""Marks ranges: torch.cuda.nvtx.range("step")."""
import torch
import torch.cuda.nvtx as marks
from torch.cuda import nvtx


def step(model, batch):
    # torch.cuda.nvtx.mark("step")
    torch.cuda.nvtx.range_push("step")  # expect: DEV212
    with torch.cuda.nvtx.range("forward"):  # expect: DEV212
        out = model(batch)
    torch.cuda.nvtx.range_pop()  # expect: DEV212
    nvtx.mark(f"{len(batch)} torch.cuda.nvtx")  # expect: DEV212
    marks.range_push("backward")  # expect: DEV212
    return out


@nvtx.range("evaluate")  # expect: DEV212
def evaluate(model, batch):
    if not torch.cuda.is_available():
        return model(batch)
    with torch.autograd.profiler.emit_nvtx():
        return model(batch)
