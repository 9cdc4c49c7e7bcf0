"""NumPy, pandas and others have nonzero, unique and where, too. torch.unique(x) stands here alone."""
from itertools import combinations

import jax
import numpy as np
import pandas as pd


def tables(path, labels):
    frame = pd.read_csv(path)
    names = frame["name"].unique()
    cheap = frame[frame["loss"] < 1.0]
    values = np.asarray(labels)
    positive = values[values > 0]
    return names, cheap, positive, np.unique(values), np.nonzero(values), np.where(values > 0), np.bincount(values)


def pairs(labels, torch):
    # torch.nonzero(labels)
    hot = jax.nn.one_hot(labels, 3)
    text = "torch.masked_select(x, mask)"
    return list(combinations(labels, 2)), hot, text, torch.unique(labels)
