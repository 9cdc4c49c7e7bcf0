"""Word times from attention weights. A kernel makes it fast on CUDA; without it the numbers are the same."""

import warnings

import numpy as np
import torch


def _cheapest_kernel(costs):
    from murmur.kernels import cheapest_path

    return cheapest_path(costs.contiguous())


def _cheapest_plain(costs):
    total = np.full((costs.shape[0] + 1, costs.shape[1] + 1), np.inf, dtype=np.float64)
    total[0, 0] = 0.0
    for row in range(costs.shape[0]):
        for column in range(costs.shape[1]):
            best = min(total[row, column], total[row, column + 1], total[row + 1, column])
            total[row + 1, column + 1] = costs[row, column] + best
    return total[1:, 1:]


def cheapest(costs: torch.Tensor) -> np.ndarray:
    """Cost of the cheapest path to every cell, shape (words, frames)."""
    if costs.device.type == "cuda":
        try:
            return _cheapest_kernel(costs)
        except (RuntimeError, ImportError) as problem:
            warnings.warn(f"no Triton on this cuda device ({problem}); taking the plain path", stacklevel=2)
    return _cheapest_plain(costs.cpu().double().numpy())


def spread(costs: torch.Tensor) -> torch.Tensor:
    """Softmax over frames, in double precision for very long recordings."""
    return costs.double().softmax(dim=-1).float()  # expect: DEV222
