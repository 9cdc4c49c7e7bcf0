"""Loaders with pin_memory=True."""
import torch.utils.data
from torch.utils import data
from torch.utils.data import DataLoader
from torch.utils.data import DataLoader as Batches


def loaders(train, test, workers):
    # DataLoader(train, pin_memory=True)
    first = DataLoader(train, batch_size=32, num_workers=workers, pin_memory=True)  # expect: DEV217
    second = Batches(test, 64, False, pin_memory=True)  # expect: DEV217
    third = torch.utils.data.DataLoader(test, pin_memory_device="cuda")  # expect: DEV217
    fourth = data.DataLoader(train, pin_memory=True, pin_memory_device="xpu")  # expect: DEV217
    return first, second, third, fourth
