"""Counts classes with torch.unique(labels)."""
import torch
import torch.nn.functional as F
from torch.nn.functional import one_hot


def classes(labels, sizes):
    # torch.unique(labels)
    names = torch.unique(labels)  # expect: DEV221
    runs, lengths = torch.unique_consecutive(labels, return_counts=True)  # expect: DEV221
    counts = torch.bincount(labels)  # expect: DEV221
    first = F.one_hot(labels)  # expect: DEV221
    second = one_hot(labels.long())  # expect: DEV221
    repeats = torch.tensor(sizes)
    rows = torch.repeat_interleave(names, repeats)  # expect: DEV221
    return runs, lengths, counts, first, second, rows


def positions(lengths):
    return torch.arange(lengths.max().item(), device=lengths.device)  # expect: DEV221


def pieces(x, sizes):
    return torch.split(x, sizes.tolist())  # expect: DEV221
