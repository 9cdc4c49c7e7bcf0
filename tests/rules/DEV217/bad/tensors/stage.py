import torch as th
from torch import empty


class Stage:
    """Keeps pinned buffers: th.empty(n, pin_memory=True)."""

    def __init__(self, size):
        self.ids = empty(size, pin_memory=True)  # expect: DEV217
        self.scores = th.empty((size, 4), dtype=th.float32, pin_memory=True)  # expect: DEV217

    def fill(self, batch):
        ids = batch["ids"].pin_memory()  # expect: DEV217
        scores = batch["scores"].pin_memory("cuda")  # expect: DEV217
        weights = batch["weights"].pin_memory(device="cuda:0")  # expect: DEV217
        ready = ids.is_pinned("cuda")  # expect: DEV217
        return ids, scores, weights, ready and ids.is_pinned()
