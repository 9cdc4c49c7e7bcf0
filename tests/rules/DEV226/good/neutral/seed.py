"""Seeds, and leaves CUBLAS_WORKSPACE_CONFIG to the environment."""
import random

import torch


def seed_all(seed):
    random.seed(seed)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(False)
    torch.utils.deterministic.fill_uninitialized_memory = False
    return torch.are_deterministic_algorithms_enabled()
