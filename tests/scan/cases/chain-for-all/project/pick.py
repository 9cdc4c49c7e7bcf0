from importlib.util import find_spec

import torch


def pick():
    if torch.cuda.is_available():
        device = "cuda"
    elif torch.xpu.is_available():
        device = "xpu"
    elif hasattr(torch, "npu") and torch.npu.is_available():
        device = "npu"
    elif hasattr(torch, "hpu") and torch.hpu.is_available():
        device = "hpu"
    elif hasattr(torch, "neuron") and torch.neuron.is_available():
        device = "neuron"
    elif find_spec("torch_tpu"):
        device = "tpu"
    elif find_spec("torch_xla"):
        device = "xla"
    elif torch.backends.mps.is_available():
        device = "mps"
    else:
        device = "cpu"
    return torch.device(device)
