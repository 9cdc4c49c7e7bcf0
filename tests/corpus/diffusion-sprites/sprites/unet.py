"""The network that removes noise. Half precision is a method of it, as in older code."""

import math

import torch as th
from torch import nn

try:
    import xformers.ops as fast
except:  # expect: KRN306
    fast = None


def time_features(steps, width):
    half = width // 2
    rates = th.exp(-math.log(10_000) * th.arange(half, device=steps.device) / half)
    angles = steps[:, None].float() * rates[None]
    return th.cat([angles.cos(), angles.sin()], dim=-1)


class Unet(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.width = width
        self.inner = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.SiLU(), nn.Conv2d(width, 3, 3, padding=1))
        self.scale = nn.Linear(width, 3)

    def forward(self, x, steps):
        gain = self.scale(time_features(steps, self.width))
        work = th.float16 if x.is_cuda else th.float32  # expect: DEV206
        return self.inner(x.to(work)).float() * gain[:, :, None, None]


def attend(q, k, v):
    """Equal on both ways; `fast` saves memory on cuda."""
    if fast is not None and q.is_cuda:
        return fast.memory_efficient_attention(q, k, v)
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    return nn.functional.scaled_dot_product_attention(q, k, v).transpose(1, 2)


class Blur(th.autograd.Function):
    @staticmethod
    @th.cuda.amp.custom_fwd  # expect: DEV207
    def forward(ctx, x):
        return nn.functional.avg_pool2d(x, 3, stride=1, padding=1)

    @staticmethod
    @th.cuda.amp.custom_bwd  # expect: DEV207
    def backward(ctx, grad):
        return nn.functional.avg_pool2d(grad, 3, stride=1, padding=1)
