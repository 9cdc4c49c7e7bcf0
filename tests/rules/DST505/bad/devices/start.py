"""Starts with device_id=torch.device("cuda", rank)."""
import torch
import torch.distributed as dist
from torch.distributed import init_device_mesh
from torch.distributed.device_mesh import init_device_mesh as mesh_of
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.nn.parallel import DistributedDataParallel as DDP


def start(rank, world):
    # dist.init_process_group(device_id=torch.device("cuda", rank))
    dist.init_process_group(device_id=torch.device("cuda", rank))  # expect: DST505
    dist.init_process_group("nccl", rank=rank, world_size=world, device_id=torch.device(f"cuda:{rank}"))  # expect: DST505
    first = init_device_mesh("cuda", (world,))  # expect: DST505
    second = mesh_of(device_type="cuda", mesh_shape=(2, world // 2))  # expect: DST505
    dist.barrier(device_ids=[rank])  # expect: DST505
    return first, second


def wrap(model, rank):
    first = DDP(model, device_ids=[rank])  # expect: DST505
    second = torch.nn.parallel.DistributedDataParallel(model, device_ids=[rank], output_device=rank)  # expect: DST505
    return first, second, FSDP(model)  # expect: DST505


def share(objects):
    dist.broadcast_object_list(objects, src=0, device=torch.device("cuda"))  # expect: DST505
