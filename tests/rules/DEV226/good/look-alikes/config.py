"""Speaks of CUBLAS_WORKSPACE_CONFIG and torch.use_deterministic_algorithms(True)."""
import numpy as np
from simulator import cudnn, use_deterministic_algorithms


class Settings:
    deterministic = True

    def apply(self, cudnn):
        cudnn.deterministic = self.deterministic


def seed_all(seed, log):
    # torch.backends.cudnn.deterministic = True
    cudnn.deterministic = True
    use_deterministic_algorithms(True)
    log.info("CUBLAS_WORKSPACE_CONFIG=:4096:8 is not set")
    return np.random.default_rng(seed)
