"""Draws in the style of a picture, on a Mac."""

import os
import sys
import time

os.environ["PYTORCH_ENABLE_MPS_FALLBACK"] = "1"  # expect: DST503

import torch
from torch import nn

FADE = """
#include <metal_stdlib>
kernel void fade(device float* pixels [[buffer(0)]], constant float& rate [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  pixels[i] *= rate;
}
"""


def where():
    if torch.backends.mps.is_available():  # expect: DEV206
        return torch.device("mps")  # expect: DEV201
    if torch.cuda.is_available():  # expect: DEV203
        return torch.device("cuda")  # expect: DEV201
    return torch.device("cpu")


def fade(pixels, rate):
    library = torch.mps.compile_shader(FADE)  # expect: KRN303
    library.fade(pixels, rate)
    return pixels


def gram(features):
    flat = features.flatten(1)
    return flat @ flat.T / flat.numel()


def paint(content, style, net, steps=300):
    device = where()
    steps = steps if device.type == "mps" else steps // 10  # expect: DEV206
    picture = content.clone().to(device).requires_grad_()
    goal = gram(net(style.to(device))).detach()
    optimizer = torch.optim.LBFGS([picture])

    seen = []

    def closure():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(gram(net(picture)), goal)
        loss.backward()
        seen.append(loss.detach().double())  # expect: DEV222
        return loss

    began = time.perf_counter()
    for _ in range(steps):
        optimizer.step(closure)
    torch.mps.synchronize()  # expect: DEV224
    print(f"{time.perf_counter() - began:.1f} s, {torch.mps.current_allocated_memory()} bytes")  # expect: DEV210
    torch.mps.empty_cache()  # expect: DEV224
    return picture.detach().cpu()


def main():
    # MPS has no float64, so pictures are read as float32
    content, style = (torch.rand(3, 256, 256, dtype=torch.float32) for _ in range(2))
    net = nn.Conv2d(3, 64, 3).eval()
    torch.save(paint(content, style, net.to(where())), sys.argv[1])


if __name__ == "__main__":
    main()
