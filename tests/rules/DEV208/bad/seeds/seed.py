import random

import torch


def seed_all(seed, deterministic=True):
    """Seeds Python, torch and torch.cuda.manual_seed_all()."""
    random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed(seed)  # expect: DEV208
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(seed)
    torch.cuda.is_available() and torch.cuda.seed_all()  # expect: DEV208
    return f"{torch.cuda.initial_seed()}"  # expect: DEV208
