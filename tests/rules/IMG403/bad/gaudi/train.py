import os

os.environ["PT_HPU_GPU_MIGRATION"] = "1"  # expect: IMG403

import habana_frameworks.torch.gpu_migration  # noqa: E402, F401  # expect: IMG403
import torch  # noqa: E402


def place(model):
    return model.to("cuda"), torch.ones(2)
