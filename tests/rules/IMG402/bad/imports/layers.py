"""Layers on flash_attn and CuPy."""
import bitsandbytes.optim as quantized  # expect: IMG402
import cupy as cp  # expect: IMG402
import torch
from flash_attn import flash_attn_func  # expect: IMG402
from xformers.ops import memory_efficient_attention as attend  # expect: IMG402


def spread(x):
    # import pynvml
    import pynvml  # expect: IMG402

    pynvml.nvmlInit()
    return cp.ptp(cp.asarray(x)), torch.ones(2)


def attention(q, k, v, old):
    return attend(q, k, v) if old else flash_attn_func(q, k, v), quantized
