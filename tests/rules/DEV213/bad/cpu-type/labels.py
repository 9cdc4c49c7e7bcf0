import torch


def labels(rows, device):
    return torch.FloatTensor(rows).to(device)  # expect: DEV213
