"""x.to(0) in a file that also names CUDA."""
import torch as th


def move(x, device=0):  # expect: DEV216
    # x.to(1)
    if th.cuda.is_available():
        return x.to(1)  # expect: DEV216
    return x.to("cpu") if device is None else x.to(device=2)  # expect: DEV216
