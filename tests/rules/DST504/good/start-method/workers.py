"""Spawns; mp.set_start_method("fork") is what it did before."""
import multiprocessing

import torch.multiprocessing as mp
from torch.utils.data import DataLoader


class Repository:
    def set_start_method(self, name):
        return name

    def fork(self):
        return self.set_start_method("fork")


def start(run, data, method):
    # mp.set_start_method("fork")
    mp.set_start_method("spawn")
    mp.set_start_method(method)
    mp.spawn(run, nprocs=2)
    multiprocessing.get_context("spawn")
    first = DataLoader(data, num_workers=4)
    second = DataLoader(data, num_workers=4, multiprocessing_context="spawn")
    return first, second, DataLoader(data, num_workers=0), Repository().fork(), "fork"
