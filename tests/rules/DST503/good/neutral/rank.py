"""No CUDA_VISIBLE_DEVICES is set."""
import os

import torch


def place():
    # os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    rank, world = int(os.environ["LOCAL_RANK"]), int(os.environ["WORLD_SIZE"])
    os.environ.setdefault("MASTER_ADDR", "localhost")
    os.environ["OMP_NUM_THREADS"] = "4"
    torch.accelerator.set_device_index(rank)
    raise RuntimeError(f"rank {rank} of {world}: unset CUDA_VISIBLE_DEVICES first")
