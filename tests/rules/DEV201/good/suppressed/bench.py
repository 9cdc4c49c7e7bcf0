import torch


def warm():
    return torch.zeros(1, device="cuda")  # planner: ignore[DEV201] reason="NVIDIA benchmark" until=2027-03-01
