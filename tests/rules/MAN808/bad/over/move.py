import torch


def move(model, x):
    model.cuda()  # planner: ignore[DEV202] reason="CUDA-only benchmark" until=2026-11-30  # expect: MAN808
    x = x.cuda()  # planner: ignore[DEV202] reason="CUDA-only benchmark" until=2026-13-01  # expect: MAN808
    x = x.cuda()  # planner: ignore[DEV202] reason="CUDA-only benchmark" until=spring  # expect: MAN808
    return model, x
