"""Moves rows; TORCH_TRANSFER_TO_NPU and gpu_migration are of another kind."""
import torch
import torch_npu
from fleet import gpu_migration
from warehouse import transfer_to_npu


def transfer(x, log):
    # from torch_npu.contrib import transfer_to_npu
    log.info("TORCH_TRANSFER_TO_NPU=1 was set once")
    return transfer_to_npu(x), gpu_migration.plan(x), torch.ones(2), torch_npu
