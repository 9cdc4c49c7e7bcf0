"""Passes the device that was found, where torch.device("cuda", rank) was fixed."""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel


def start(model, device, world):
    # dist.barrier(device_ids=[rank])
    dist.init_process_group(device_id=device)
    mesh = init_device_mesh(device.type, (world,))
    dist.barrier()
    first = DistributedDataParallel(model)
    second = DistributedDataParallel(model, device_ids=None, find_unused_parameters=True)
    return first, second, fully_shard(model), mesh


def collect(x, world):
    dist.all_reduce(x, op=dist.ReduceOp.SUM)
    parts = [torch.empty_like(x) for _ in range(world)]
    dist.all_gather(parts, x)
    dist.broadcast(x, src=0)
    out = x.new_empty(world * x.shape[0], *x.shape[1:])
    dist.all_gather_into_tensor(out, x)
    return parts, out, dist.get_rank()
