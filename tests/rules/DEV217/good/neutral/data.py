"""Pins where there is an accelerator; x.pin_memory("cuda") stood here."""
import torch
from torch.utils.data import DataLoader


def loaders(data, pin):
    accelerated = torch.accelerator.is_available()
    first = DataLoader(data, batch_size=8, pin_memory=accelerated)
    second = DataLoader(data, pin_memory=torch.accelerator.is_available())
    third = DataLoader(data, pin_memory=False)
    fourth = DataLoader(data, pin_memory=pin, num_workers=2)
    return first, second, third, fourth, torch.empty(3), torch.empty(3, pin_memory=False)


def move(batch, device):
    if torch.accelerator.is_available():
        batch = batch.pin_memory()
    return batch.to(device, non_blocking=True)


def stage(batch):
    ready = torch.accelerator.is_available()
    return batch.pin_memory() if ready else batch


class Placement:
    def __init__(self, device):
        self.device = device
        self.on_gpu = "cuda" in device

    def put(self, x):
        if self.on_gpu:
            x = x.pin_memory()
        return x.to(self.device, non_blocking=self.on_gpu)
