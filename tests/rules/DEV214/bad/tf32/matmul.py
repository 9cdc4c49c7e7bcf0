import torch as th
from torch import backends


class Numerics:
    def __init__(self):
        self.cuda = th.backends.cuda
        th.backends.cuda.matmul.allow_tf32 = True  # expect: DEV214

    def strict(self):
        self.cuda.matmul.allow_bf16_reduced_precision_reduction = False  # expect: DEV214
        backends.cuda.enable_flash_sdp(False)  # expect: DEV214
        backends.cuda.preferred_linalg_library("magma")  # expect: DEV214


def on(x):
    if not x.is_cuda:
        return
    th.backends.cuda.matmul.fp32_precision = "tf32"
