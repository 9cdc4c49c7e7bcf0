import torch


def step(model, batch):
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
    return model.to(device)(batch.to(device, non_blocking=True))
