"""torch._scaled_mm(a, b) gave way to a plain product."""
import torch


def product(a, b, scale_a, scale_b):
    # torch._scaled_mm(a, b)
    return torch.mm(a.to(torch.bfloat16), b.to(torch.bfloat16)) * (scale_a * scale_b)


def linear(width, layers, device):
    make = layers.get(device.type, torch.nn.Linear)
    return make(width, width)
