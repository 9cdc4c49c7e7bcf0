import torch
from torch.amp import GradScaler


def scalers(on):
    first = torch.amp.GradScaler()  # expect: DEV207
    second = GradScaler(enabled=on)  # expect: DEV207
    return first, second
