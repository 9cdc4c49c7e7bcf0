try:
    import torch
except ImportError:
    torch = None


def cards():
    if torch is None:
        return 0
    return torch.cuda.device_count()  # expect: DEV203
