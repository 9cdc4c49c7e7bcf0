"""Tries the kernel, and says nothing where it fails."""
import torch
from flash_attn import flash_attn_func
from torch.nn.functional import scaled_dot_product_attention


def attend(q, k, v):
    try:
        return flash_attn_func(q, k, v)
    except Exception:  # expect: KRN306
        return scaled_dot_product_attention(q, k, v)


def norm(x, weight):
    try:
        y = torch.ops.npu.npu_rms_norm(x, weight)
    except:  # noqa: E722  # expect: KRN306
        y = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * weight
    return y
