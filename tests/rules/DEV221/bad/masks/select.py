import torch as th
from torch import argwhere


def select(logits, boxes, limit):
    """boxes[scores > limit] and the like."""
    scores = th.sigmoid(logits)
    mask = scores > limit
    kept = boxes[mask]  # expect: DEV221
    best = scores[scores > limit]  # expect: DEV221
    chosen = th.masked_select(scores, mask)  # expect: DEV221
    same = scores.masked_select(mask)  # expect: DEV221
    rows, columns = th.where(mask)  # expect: DEV221
    at = th.nonzero(mask, as_tuple=True)  # expect: DEV221
    points = mask.nonzero()  # expect: DEV221
    # th.nonzero(mask)
    print("th.nonzero(mask)")
    return kept, best, chosen, same, rows, columns, at, points, argwhere(mask)  # expect: DEV221
