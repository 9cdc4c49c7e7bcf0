"""No torch.backends.cudnn.benchmark here."""
import torch


def set_up(seed, device):
    # torch.backends.cudnn.deterministic = True
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.set_default_dtype(torch.float32)
    return "torch.backends.cuda.matmul.allow_tf32", device
