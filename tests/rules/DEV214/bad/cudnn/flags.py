"""Sets torch.backends.cudnn.benchmark = True."""
import torch
import torch.backends.cudnn as cudnn
from torch.backends import cudnn as dnn


def set_up(deterministic):
    # torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.benchmark = not deterministic  # expect: DEV214
    cudnn.allow_tf32 = False  # expect: DEV214
    dnn.enabled = True  # expect: DEV214
    print("cudnn.benchmark is set")
    with torch.backends.cudnn.flags(enabled=False):  # expect: DEV214
        return deterministic


if torch.cuda.is_available():
    cudnn.benchmark = True
