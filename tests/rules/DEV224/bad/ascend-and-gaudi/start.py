"""Starts on torch.npu or torch.hpu."""
import habana_frameworks.torch.core as htcore
import torch
import torch_npu
from habana_frameworks.torch.distributed.hccl import initialize_distributed_hpu


def ascend(rank):
    # torch.npu.set_device(rank)
    torch.npu.set_device(rank)  # expect: DEV224
    torch_npu.npu.set_compile_mode(jit_compile=False)  # expect: DEV224
    return torch_npu.npu.amp.GradScaler()  # expect: DEV224


def gaudi(step):
    world, rank, _ = initialize_distributed_hpu()  # expect: DEV224
    step()
    htcore.mark_step()  # expect: DEV224
    return world, rank, torch.hpu.HPUGraph()  # expect: DEV224
