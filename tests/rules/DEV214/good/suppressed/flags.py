import torch


def set_up(device):
    if device.type == "cuda":  # NVIDIA, and AMD, where it steers MIOpen
        torch.backends.cudnn.benchmark = True  # planner: ignore[DEV214] reason="for CUDA" until=2027-03-01
