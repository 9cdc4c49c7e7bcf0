"""torch.cuda.nvtx.range_push("step") raised on other stacks."""
import torch
from torch.profiler import ProfilerActivity, profile, record_function, supported_activities


def step(model, batch):
    # torch.cuda.nvtx.range_push("step")
    with record_function("torch.cuda.nvtx.range"), torch.profiler.record_function("step"):
        out = model(batch)
    with profile(activities=supported_activities()), profile(activities=[ProfilerActivity.CPU]):
        return out
