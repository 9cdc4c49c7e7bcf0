"""These pick the faster of two ways, or guard other couplings: they are listed, no more."""
import torch


def half(x, device):
    if x.is_cuda:
        return x.half()
    if device.type == "cuda" or "cuda" in str(device):
        return x.half()
    return x.half() if device.type != "cpu" else x.float()


def norm(x, fused, plain):
    return fused(x) if x.is_cuda else plain(x)


assert torch.device("cpu").type != "cuda"
