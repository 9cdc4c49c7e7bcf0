import torch
import torch.distributed as dist

BACKENDS = {"cuda": "nccl", "xpu": "xccl", "npu": "hccl"}


def join(rank, world):
    found = torch.accelerator.current_accelerator(check_available=True)
    name = BACKENDS.get(found.type, "gloo") if found is not None else "gloo"
    dist.init_process_group(name, rank=rank, world_size=world)
