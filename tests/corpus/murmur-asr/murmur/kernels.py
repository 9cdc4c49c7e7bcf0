"""Triton version of the cheapest path; only `murmur.align` imports this, on CUDA devices."""

import torch
import triton
import triton.language as tl


@triton.jit
def _diagonal(costs, total, rows, columns, step, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    column = step - at
    inside = (at < rows) & (column >= 0) & (column < columns)
    width = columns + 1
    up = tl.load(total + at * width + column + 1, mask=inside, other=float("inf"))
    left = tl.load(total + (at + 1) * width + column, mask=inside, other=float("inf"))
    both = tl.load(total + at * width + column, mask=inside, other=float("inf"))
    cost = tl.load(costs + at * columns + column, mask=inside, other=0.0)
    tl.store(total + (at + 1) * width + column + 1, cost + tl.minimum(tl.minimum(up, left), both), mask=inside)


def cheapest_path(costs):
    rows, columns = costs.shape
    total = torch.full((rows + 1, columns + 1), float("inf"), device=costs.device)
    total[0, 0] = 0
    for step in range(rows + columns - 1):
        _diagonal[(triton.cdiv(rows, 128),)](costs, total, rows, columns, step, BLOCK=128)
    return total[1:, 1:].cpu().numpy()
