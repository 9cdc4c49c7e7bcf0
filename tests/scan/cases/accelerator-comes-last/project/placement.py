import os

import torch


def probe():
    return getattr(getattr(torch, "npu", None), "is_available", None)


def current():
    if torch.backends.mps.is_available():
        return torch.device("mps")
    if torch.xpu.is_available():
        return torch.device("xpu", 0)
    return torch.device(torch.cuda.current_device())


def select(device):
    if device == "cpu":
        return torch.device("cpu")
    os.environ["CUDA_VISIBLE_DEVICES"] = device
    return torch.device("cuda:0")
