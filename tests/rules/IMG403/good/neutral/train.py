"""No transfer_to_npu: the device is asked for."""
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")


def place(model):
    return model.to(device)
