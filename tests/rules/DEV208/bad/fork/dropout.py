import torch
from torch.random import fork_rng


def replay(function, index):
    with torch.random.fork_rng(devices=[index]):  # expect: DEV208
        first = function()
    with fork_rng([0, 1]):  # expect: DEV208
        return first, function()
