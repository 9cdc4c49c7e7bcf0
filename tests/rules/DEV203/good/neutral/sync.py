import torch


def settle(rank):
    if torch.accelerator.is_available():
        torch.accelerator.set_device_index(rank)
        torch.accelerator.synchronize()
    return torch.accelerator.device_count()


def guarded(function):
    try:
        return function()
    except torch.cuda.OutOfMemoryError:
        return None
