import torch


def pick():
    if torch.cuda.is_available():
        return torch.device("cuda")
    elif torch.xpu.is_available():
        return torch.device("xpu")
    elif hasattr(torch, "neuron") and torch.neuron.is_available():
        return torch.device("neuron")
    return torch.device("cpu")
