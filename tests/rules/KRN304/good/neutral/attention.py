"""scaled_dot_product_attention, with MATH behind what is preferred."""
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
from transformers import AutoModel


def attend(q, k, v):
    # flash_attn_func(q, k, v)
    first = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH], set_priority=True):
        second = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    with sdpa_kernel(SDPBackend.MATH):
        return first, second, F.scaled_dot_product_attention(q, k, v)


def models(name, kind):
    first = AutoModel.from_pretrained(name, attn_implementation="sdpa")
    second = AutoModel.from_pretrained(name, attn_implementation="eager")
    return first, second, AutoModel.from_pretrained(name, attn_implementation=kind)
