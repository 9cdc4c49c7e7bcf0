import torch


def collect():
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        torch.cuda.ipc_collect()


def peak(device):
    if device.type != "cuda":
        return {}
    return {"peak": torch.cuda.max_memory_allocated()}
