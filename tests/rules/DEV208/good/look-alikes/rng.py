import numpy as np


class Simulator:
    """Has a random state of its own, for its CUDA part too."""

    def __init__(self, cuda):
        self.cuda = cuda

    def manual_seed_all(self, seed):
        self.cuda.manual_seed_all(seed)
        return np.random.default_rng(seed)


def restore(simulator, seed):
    simulator.manual_seed_all(seed)
    return simulator.cuda.get_rng_state()
