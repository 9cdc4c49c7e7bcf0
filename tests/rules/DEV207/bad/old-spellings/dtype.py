import torch


def set_up():
    torch.set_autocast_gpu_dtype(torch.float16)  # expect: DEV207
    torch.set_autocast_enabled("cpu", True)
    return torch.get_autocast_gpu_dtype()  # expect: DEV207


def is_on():
    return torch.is_autocast_enabled()  # expect: DEV207


def is_on_for(device):
    return torch.is_autocast_enabled(device.type)
