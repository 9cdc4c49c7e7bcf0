"""Attention that takes flash-attn when it is installed. The result is the same without it."""

from torch.nn import functional as F

try:
    from flash_attn import flash_attn_func
except ImportError:
    flash_attn_func = None


def attention(q, k, v, causal=True):
    """`q`, `k`, `v` of shape (batch, words, heads, width)."""
    if flash_attn_func is not None and q.is_cuda:
        return flash_attn_func(q, k, v, causal=causal)
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    return F.scaled_dot_product_attention(q, k, v, is_causal=causal).transpose(1, 2)
