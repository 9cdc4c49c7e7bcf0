"""Widens with .double() before the tensor is on the host."""
import torch


def cost(scores: torch.Tensor):
    # scores.double()
    return scores.double().cpu().numpy()  # expect: DEV222


def total(scores: torch.Tensor):
    return scores.to(torch.float64).sum().cpu()  # expect: DEV222
