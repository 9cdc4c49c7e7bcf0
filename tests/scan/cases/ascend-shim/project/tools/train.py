"""Training on Ascend, by the shim."""
import torch
import torch.distributed as dist
from torch_npu.contrib import transfer_to_npu

import other.engine


def start(rank):
    torch.cuda.set_device(rank)
    dist.init_process_group(backend="nccl")
    fast = dist.get_backend() == "nccl"
    torch.cuda.nvtx.range_push("start")
    return fast, torch.cuda.DoubleTensor(4)


def step(model, batch):
    return model(batch.cuda())


def flavour():
    return torch.cuda.get_device_capability()[0] >= 8
