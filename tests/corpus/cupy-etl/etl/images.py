"""Color changes on the card, between the decoder and the network."""

import cupy as cp  # expect: IMG402
import numpy as np
import torch
from numba import cuda

GRAY = cp.ElementwiseKernel("float32 r, float32 g, float32 b", "float32 y", "y = 0.3f*r + 0.6f*g + 0.1f*b", "gray")  # expect: KRN303

FLIP = cp.RawKernel(  # expect: KRN303
    r"""
    extern "C" __global__ void flip(const float* in, float* out, int width) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      out[i] = in[(i / width) * width + width - 1 - i % width];
    }
    """,
    "flip",
)


@cuda.jit  # expect: KRN303
def clamp(pixels, low, high):
    i = cuda.grid(1)
    if i < pixels.size:
        pixels[i] = min(max(pixels[i], low), high)


@cuda.jit("void(float32[:], float32)")  # expect: KRN303
def shift(pixels, amount):
    i = cuda.grid(1)
    if i < pixels.size:
        pixels[i] += amount


@cp.fuse()  # expect: KRN303
def contrast(pixels, gain):
    return (pixels - 0.5) * gain + 0.5


def batch(images):
    """`images` of shape (count, 3, height, width), float32, on the host."""
    staged = torch.from_numpy(np.ascontiguousarray(images)).pin_memory()  # expect: DEV217
    pixels = staged.cuda(non_blocking=True)  # expect: DEV202
    flat = pixels.reshape(-1)
    clamp[(flat.numel() + 255) // 256, 256](flat, 0.0, 1.0)
    return pixels


def brightness(images):
    """On the host, for the index; the cuda path is `batch`."""
    return np.asarray(images, dtype=np.float64).mean(axis=(1, 2, 3))
