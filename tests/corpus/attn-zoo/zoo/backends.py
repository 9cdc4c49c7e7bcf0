"""The same attention by different backends."""

import torch
import xformers.ops as xops  # expect: IMG402
from torch.nn import functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.flex_attention import create_block_mask, flex_attention


def flash(q, k, v):
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):  # expect: KRN304
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)


def cudnn(q, k, v):
    with sdpa_kernel([SDPBackend.CUDNN_ATTENTION]):  # expect: KRN304
        return F.scaled_dot_product_attention(q, k, v)


def efficient(q, k, v):
    with sdpa_kernel(backends=[SDPBackend.EFFICIENT_ATTENTION]):  # expect: KRN304
        return F.scaled_dot_product_attention(q, k, v)


def exact(q, k, v):
    with sdpa_kernel(SDPBackend.MATH):
        return F.scaled_dot_product_attention(q, k, v)


def preferred(q, k, v):
    """Flash where it can, plain products where it cannot."""
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH], set_priority=True):
        return F.scaled_dot_product_attention(q, k, v)


def by_xformers(q, k, v):
    return xops.memory_efficient_attention(q, k, v, attn_bias=xops.LowerTriangularMask())  # expect: KRN304


def windowed(q, k, v, width):
    mask = create_block_mask(lambda b, h, i, j: (i - j).abs() < width, None, None, q.shape[2], k.shape[2], device=q.device)
    return flex_attention(q, k, v, block_mask=mask)  # expect: KRN304


def switches(name):
    torch.backends.cuda.enable_mem_efficient_sdp(name == "efficient")  # expect: DEV214
    torch.backends.cuda.enable_math_sdp(True)  # expect: DEV214
