"""These guard other couplings and are listed, no more."""
import torch


def half(x, device):
    if x.is_cuda:
        return x.half()
    if device.type == "cuda" or "cuda" in str(device):
        return x.half()
    on_gpu = str(device).startswith("cuda")
    return x.half() if on_gpu and device.type != "cpu" else x


assert torch.device("cpu").type != "cuda"
