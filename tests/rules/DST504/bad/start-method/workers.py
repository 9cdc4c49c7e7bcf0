"""Forks: mp.set_start_method("fork")."""
import torch as th
import torch.multiprocessing as mp
from torch.multiprocessing import set_start_method
from torch.utils.data import DataLoader


def start(run, data):
    # mp.set_start_method("fork")
    mp.set_start_method("fork")  # expect: DST504
    set_start_method("fork", force=True)  # expect: DST504
    context = th.multiprocessing.get_context("fork")  # expect: DST504
    mp.start_processes(run, nprocs=2, start_method="fork")  # expect: DST504
    return context, DataLoader(data, num_workers=4, multiprocessing_context="fork")  # expect: DST504
