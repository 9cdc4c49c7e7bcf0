"""How a worker of the sprite denoiser comes up."""

import os

import torch as tt
import torch.distributed as tdist

CARDS_PER_BOX = 8


def join_group(index, size):
    os.environ["CUDA_VISIBLE_DEVICES"] = f"{index % CARDS_PER_BOX}"
    wire = "nccl" if tt.cuda.is_available() else "gloo"
    tdist.init_process_group(backend=wire, rank=index, world_size=size)
