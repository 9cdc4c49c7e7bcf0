"""What is not CUDA gets less."""
import torch


def dtype(x):
    return torch.bfloat16 if x.is_cuda else torch.float32  # expect: DEV206


def smooth(x):
    if not x.is_cuda:  # expect: DEV206
        return x
    return x.cumsum(0) / len(x)


def steps(device, count):
    if device.type != "cuda":  # expect: DEV206
        raise ValueError("a CUDA device is needed")
    on_gpu = str(device).startswith("cuda")  # expect: DEV206
    assert "cuda" in str(device)  # expect: DEV206
    return count if device.type == "xpu" and on_gpu else 1  # expect: DEV206
