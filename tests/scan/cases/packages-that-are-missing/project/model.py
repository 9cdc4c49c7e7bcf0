import os

import torch

try:
    from xformers.ops import memory_efficient_attention
except ImportError:
    memory_efficient_attention = None

try:
    from xformers.ops import SwiGLU

    if os.environ.get("NO_FUSED"):
        raise ImportError
except ImportError:
    SwiGLU = None

try:
    from causal_conv1d import causal_conv1d_fn
except ImportError:
    causal_conv1d_fn = None

try:
    from xformers.ops import cross_entropy

    def loss(x, y):
        return cross_entropy(x, y)
except ImportError:

    def loss(x, y):
        return torch.nn.functional.cross_entropy(x, y)


def attend(q, k, v):
    if memory_efficient_attention is None:
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)
    return memory_efficient_attention(q, k, v)


def gate(x):
    return SwiGLU(x) if SwiGLU is not None else plain(x)


def mix(x, weight):
    return causal_conv1d_fn(x, weight)


def plain(x):
    return x * x.sigmoid()
