"""Comments that are in order, and text about them: write planner: ignore[…] behind a call."""
import torch


def move(model, x):
    model.cuda()  # planner: ignore[DEV202] reason="CUDA-only benchmark" until=2027-03-01
    x = x.cuda()  # planner: ignore[DEV202] reason="CUDA-only benchmark" until=2026-12-01
    y = x.cuda()  # planner: ignore[DEV202, DEV201] reason="two rules, and no end"
    # the planner: ignores comments like this one
    torch.cuda.synchronize()
    return model, x, y
