"""Where things run: every other module asks this one."""

import os

import torch as th
from torch import cuda as gpu
from torch import distributed as dist

PER_HOST = 8


def start(rank, world):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(rank % PER_HOST)  # expect: DST503
    os.environ.setdefault("NCCL_DEBUG", "WARN")  # expect: DST503
    os.environ["MASTER_ADDR"] = os.environ.get("MASTER_ADDR", "127.0.0.1")
    backend = "gloo" if not gpu.is_available() else "nccl"  # expect: DEV203, DST502
    dist.init_process_group(backend=backend, rank=rank, world_size=world)


def pick():
    if gpu.is_available():  # expect: DEV203
        return th.device("cuda")  # expect: DEV201
    return th.device("cpu")


def read(path, **options):
    """Opens a checkpoint on the host, whatever device wrote it."""
    with open(path, "rb") as file:
        return th.load(file, map_location="cpu", **options)


def free_bytes():
    free, _total = gpu.mem_get_info()  # expect: DEV210
    return free


def spread(tensors):
    """Sends the tensors of rank 0 to everyone; works on any backend."""
    for tensor in tensors:
        with th.no_grad():
            dist.broadcast(tensor, 0)
