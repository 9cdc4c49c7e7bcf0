import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def device_type():
    # it used to read: torch.cuda.set_device(local), backend="nccl"
    return torch.accelerator.current_accelerator().type


def train():
    local = int(os.environ["LOCAL_RANK"])
    torch.accelerator.set_device_index(local)
    dist.init_process_group(dist.get_default_backend_for_device(device_type()))
    body = torch.nn.Linear(6, 2).to(local)
    net = DistributedDataParallel(body, device_ids=[local])
    net(torch.randn(4, 6)).sum().backward()
    dist.destroy_process_group()


if __name__ == "__main__":
    train()
