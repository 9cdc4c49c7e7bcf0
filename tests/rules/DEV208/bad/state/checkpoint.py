import torch as th
from torch import cuda as c
from torch.cuda import set_rng_state


class Random:
    """Keeps the state of random numbers."""

    def __init__(self):
        self.cuda = th.cuda
        self.generators = th.cuda.default_generators  # expect: DEV208

    def save(self):
        # self.cuda.get_rng_state()
        return {"cpu": th.get_rng_state(), "cuda": self.cuda.get_rng_state_all()}  # expect: DEV208

    def load(self, state):
        th.set_rng_state(state["cpu"])
        set_rng_state(state["one"])  # expect: DEV208
        c.set_rng_state_all(state["cuda"])  # expect: DEV208


def state(index=0):
    return th.cuda.get_rng_state(index) if th.cuda.is_available() else None
