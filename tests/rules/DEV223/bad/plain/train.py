"""Uses torch.optim.AdamW(params, fused=True)."""
import torch


def optimizer(model, rate):
    # torch.optim.AdamW(model.parameters(), fused=True)
    return torch.optim.AdamW(model.parameters(), lr=rate, fused=True)  # expect: DEV223


def with_momentum(model, rate):
    return torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9, foreach=True)  # expect: DEV223
