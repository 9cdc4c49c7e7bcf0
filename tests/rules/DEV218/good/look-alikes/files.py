"""Other loads and saves; torch.load(path) and torch.save(state, path) stand in prose alone."""
import json
import pickle
from json import load

import joblib
import numpy as np
import torch
from safetensors.torch import load_file


class Cache:
    def load(self, path):
        return self.load(path)

    def save(self, path, map_location="cuda"):
        # torch.load(path, map_location="cuda")
        return path


def read(path, cache):
    with open(path) as file:
        first = load(file)
        second = json.load(file)
        third = pickle.load(file)
    np.save(path, np.load(path))
    joblib.dump(cache.load(path), path)
    cache.save(path)
    return first, second, third, load_file(path), torch.hub.load("org/repo", "model")
