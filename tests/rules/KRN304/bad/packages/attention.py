"""Attention by flash_attn_func(q, k, v)."""
import flash_attn
import xformers.ops as xops
from flash_attn import flash_attn_func
from flash_attn.flash_attn_interface import flash_attn_varlen_func as varlen
from habana_frameworks.torch.hpex.kernels import FusedSDPA
from xformers.ops import memory_efficient_attention


def attend(q, k, v, kind):
    # flash_attn_func(q, k, v)
    if kind == "flash":
        return flash_attn_func(q, k, v, causal=True)  # expect: KRN304
    if kind == "packed":
        return flash_attn.flash_attn_qkvpacked_func(q)  # expect: KRN304
    if kind == "efficient":
        return memory_efficient_attention(q, k, v)  # expect: KRN304
    if kind == "old":
        return xops.memory_efficient_attention(q, k, v)  # expect: KRN304
    return varlen(q, k, v), FusedSDPA.apply(q, k, v)  # expect: KRN304
