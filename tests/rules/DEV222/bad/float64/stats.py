import torch as th
from torch import double, float64 as f64


def grid(n, device, dtype=th.float64):  # expect: DEV222
    return th.linspace(0, 1, n, device=device, dtype=dtype)


class Stats:
    """Sums in torch.float64."""

    def __init__(self, width, device):
        self.sum = th.zeros(width, dtype=f64, device=device)  # expect: DEV222
        self.count = th.zeros(1, dtype=double, device=device)  # expect: DEV222

    def update(self, x):
        self.sum += x.double().sum(0)  # expect: DEV222
        return x.type(th.double)  # expect: DEV222
