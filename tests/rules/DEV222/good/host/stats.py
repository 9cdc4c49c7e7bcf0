"""Moves to the host before it widens: x.double().cpu() raised on MPS."""
import torch


def total(x, ids):
    # x.double()
    first = x.cpu().double().sum()
    second = x.detach().to("cpu").double()
    third = x.cpu().to(torch.float64).numpy()
    fourth = torch.zeros(3, dtype=torch.float64, device="cpu")
    return first, second, third, fourth, ids.to(torch.int64), x.to(torch.bfloat16)


def narrow(x):
    if x.dtype == torch.float64:
        x = x.float()
    return x.float() if x.dtype in (torch.double, torch.complex64) else x
