"""Process groups and meshes."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.distributed.device_mesh import init_device_mesh


def start(rank, world):
    options = dist.ProcessGroupNCCL.Options(is_high_priority_stream=True)  # expect: DST502
    dist.init_process_group(
        "cpu:gloo,cuda:nccl",  # expect: DST502
        rank=rank,
        world_size=world,
        timeout=timedelta(minutes=5),
        pg_options=options,
    )


def start_anywhere(rank, world):
    """The same on whatever device there is."""
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
    dist.init_process_group(dist.get_default_backend_for_device(device), rank=rank, world_size=world)
    return device


def control():
    """A second group for messages on the host."""
    return dist.new_group(backend="gloo")


def mesh(data, model):
    return init_device_mesh("cuda", (data, model), mesh_dim_names=("data", "model"))  # expect: DST505


def mesh_on(device, data, model):
    return init_device_mesh(device.type, (data, model), mesh_dim_names=("data", "model"))


def wait(rank):
    dist.barrier(device_ids=[rank])  # expect: DST505


def wait_for_all():
    dist.barrier()


def each(work, count):
    mp.set_start_method("fork", force=True)  # expect: DST504
    workers = [mp.Process(target=work, args=(rank, count)) for rank in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def each_cleanly(work, count):
    mp.spawn(work, args=(count,), nprocs=count)


def address():
    return os.environ.get("MASTER_ADDR", "127.0.0.1"), int(os.environ.get("MASTER_PORT", 29500))
