"""Was torch.cuda.FloatTensor(n)."""
import torch


def mask(n, device):
    # torch.cuda.FloatTensor(n)
    torch.set_default_dtype(torch.float32)
    ones = torch.ones(n, dtype=torch.float32, device=device)
    return ones.type(torch.int64), ones.to(torch.bool), isinstance(ones, torch.Tensor)
