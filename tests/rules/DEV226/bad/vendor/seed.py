import torch
import torch_npu


def seed_all(seed, strict):
    torch.manual_seed(seed)
    if strict:
        torch_npu.npu.set_deterministic_level(1)  # expect: DEV226
