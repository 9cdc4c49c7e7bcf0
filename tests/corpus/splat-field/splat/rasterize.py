"""Splats to pixels, by the compiled kernel where it is there, in plain torch everywhere else."""

import torch

try:
    import splat_cuda
except ImportError:
    splat_cuda = None


def _plain(splats, colors, height, width):
    ys, xs = torch.meshgrid(
        torch.arange(height, device=splats.device), torch.arange(width, device=splats.device), indexing="ij"
    )
    image = splats.new_zeros(height, width, 3)
    left = splats.new_ones(height, width)
    for (x, y, sharp, opacity), color in zip(splats, colors, strict=True):
        alpha = (opacity * torch.exp(-((xs - x) ** 2 + (ys - y) ** 2) * sharp)).clamp(max=0.99)
        image = image + (left * alpha)[..., None] * color
        left = left * (1 - alpha)
    return image


def rasterize(splats, colors, height, width):
    """Image of shape (height, width, 3)."""
    if splat_cuda is not None and splats.is_cuda:
        return splat_cuda.blend(splats, colors, height, width)
    return _plain(splats, colors, height, width)
