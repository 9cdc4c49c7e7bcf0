import torch

KIND = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"


def settle(index):
    if torch.accelerator.is_available():
        torch.accelerator.set_device_index(index)
        return torch.accelerator.current_accelerator()
    return torch.device("cpu")


def wait():
    if not torch.accelerator.is_available():
        return
    torch.accelerator.synchronize()


def count():
    return torch.accelerator.device_count() or 1
