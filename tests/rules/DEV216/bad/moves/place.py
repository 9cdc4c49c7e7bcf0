import torch
from transformers import pipeline

FIRST = 0


def place(ids, model, path):
    ids = ids.to(0)  # expect: DEV216
    model = model.to(FIRST)  # expect: DEV216
    where = torch.device(1)  # expect: DEV216
    zeros = torch.zeros(3, device=0)  # expect: DEV216
    state = torch.load(path, map_location=0)  # expect: DEV216
    talk = pipeline("text-generation", device=0)  # expect: DEV216
    return ids, model, where, zeros, state, talk


class Runner:
    def __init__(self):
        self.index = 2

    def run(self, batch):
        return batch.to(self.index, non_blocking=True)  # expect: DEV216
