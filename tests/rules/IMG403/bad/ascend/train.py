"""from torch_npu.contrib import transfer_to_npu, and CUDA code below it."""
import torch
import torch_npu
from torch_npu.contrib import transfer_to_npu  # noqa: F401  # expect: IMG403


def place(model):
    # from torch_npu.contrib import transfer_to_npu
    return model.to("cuda"), torch.ones(2), torch_npu
