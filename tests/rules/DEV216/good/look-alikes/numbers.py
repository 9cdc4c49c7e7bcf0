"""Numbers that are no devices, next to torch.cuda."""
import torch
from torch.utils.data import DataLoader

LOCAL = 0


def loader(data, rank, limit=0):
    first = data[LOCAL]
    scale = limit.tolerance(0)
    devices = {"count": 2, "first": LOCAL}
    text = "x.to(0) and device=0"
    return DataLoader(data, num_workers=0, batch_size=1), first, scale, devices, text, rank


def layer(width):
    return torch.nn.Linear(width, 1).to("cpu"), torch.zeros(0), torch.cuda.device_count()
