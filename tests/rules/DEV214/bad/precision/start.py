import torch
from torch import set_float32_matmul_precision as precision

torch.set_float32_matmul_precision("high")  # expect: DEV214


def exact():
    precision("highest")  # expect: DEV214
