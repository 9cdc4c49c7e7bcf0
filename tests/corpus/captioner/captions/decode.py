"""Beam search, compiled."""

import os

import torch
from torch import nn
from torch.nn import functional as F

STOP = 2
BACKEND = os.environ["CAPTIONS_BACKEND"]


@torch.compile(dynamic=True)  # expect: DEV219, DEV220
def finished(tokens):
    """Rows that have ended; as many as there are."""
    rows = torch.nonzero(tokens == STOP)  # expect: DEV221
    return torch.unique(rows[:, 0])  # expect: DEV221


@torch.compile  # expect: DEV219
def alive(scores, low):
    return torch.masked_select(scores, scores > low)  # expect: DEV221


@torch.compile  # expect: DEV219
def places(lengths):
    return torch.arange(lengths.max().item(), device=lengths.device)  # expect: DEV221


@torch.compile(backend=BACKEND)
def beams(features, counts):
    return torch.repeat_interleave(features, counts, dim=0)  # expect: DEV221


@torch.compile(backend=BACKEND)
def starts(tokens):
    rows, columns = torch.where(tokens == 1)  # expect: DEV221
    return rows * tokens.shape[1] + columns


@torch.compile(backend=BACKEND)
def picked(scores, words):
    return torch.argwhere(F.one_hot(words, num_classes=scores.shape[-1]))  # expect: DEV221


@torch.compile(backend=BACKEND)
def static(tokens, scores, low):
    """The same in fixed shapes."""
    ended = torch.nonzero_static(tokens == STOP, size=tokens.shape[0])
    kept = torch.where(scores > low, scores, scores.new_full((), float("-inf")))
    return ended, kept, kept.masked_fill(tokens == 0, 0.0), torch.count_nonzero(tokens)


@torch.compile(backend=BACKEND)
def copies(features):
    return torch.repeat_interleave(features, 4, dim=0)


class Ranker(nn.Module):
    def __init__(self, width=512):
        super().__init__()
        self.head = nn.Linear(width, 1)

    def forward(self, features, good):
        scores = self.head(features)[:, 0]
        best = scores[good.nonzero()[:, 0]]  # expect: DEV221
        return best.to(torch.float64).logsumexp(0)  # expect: DEV222


def ranker():
    return torch.compile(Ranker().eval(), backend="inductor", mode="max-autotune-no-cudagraphs")  # expect: DEV219, DEV220


def vocabulary(captions):
    """Word counts, on the host and in plain lists."""
    counts = {}
    for caption in captions:
        for word in caption.split():
            counts[word] = counts.get(word, 0) + 1
    return sorted(counts, key=counts.get, reverse=True)
