"""torch.accelerator.synchronize() behind a test."""
import torch


def settle(rank, device):
    # torch.accelerator.synchronize()
    if torch.accelerator.is_available():
        torch.accelerator.set_device_index(rank)
        torch.accelerator.synchronize()
    if device.type != "cpu":
        torch.accelerator.synchronize(device)
    return torch.accelerator.device_count()


def peak():
    if not torch.accelerator.is_available():
        return None
    torch.accelerator.empty_cache()
    return torch.accelerator.max_memory_allocated()


def first():
    return torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")


def second():
    return torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")


free = torch.accelerator.memory_reserved() if torch.accelerator.is_available() else 0
