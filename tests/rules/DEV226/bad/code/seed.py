"""Sets CUBLAS_WORKSPACE_CONFIG."""
import os

import torch
from torch import use_deterministic_algorithms as exact
from torch.backends import cudnn


def seed_all(seed):
    # torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)
    os.environ["CUBLAS_WORKSPACE_CONFIG"] = ":4096:8"  # expect: DEV226
    os.environ.setdefault("HIPBLAS_WORKSPACE_CONFIG", ":4096:8")  # expect: DEV226
    torch.backends.cudnn.deterministic = True  # expect: DEV226
    torch.use_deterministic_algorithms(True)  # expect: DEV226
    cudnn.deterministic = True  # expect: DEV226
    exact(True, warn_only=True)  # expect: DEV226
