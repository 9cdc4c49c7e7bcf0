"""Takes the backend of the device; was "nccl"."""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def start(model):
    # dist.init_process_group("nccl")
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
    dist.init_process_group(dist.get_default_backend_for_device(device))
    print(f"nccl or not: {dist.get_backend()}", os.environ["LOCAL_RANK"])
    return DistributedDataParallel(model)


def on_host():
    dist.init_process_group(backend="gloo")
    return dist.new_group(backend="gloo")
