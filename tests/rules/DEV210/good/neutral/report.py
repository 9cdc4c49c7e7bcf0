"""torch.cuda.max_memory_allocated() stood here."""
import torch


def peak():
    # torch.cuda.empty_cache()
    if not torch.accelerator.is_available():
        return None
    torch.accelerator.empty_cache()
    return torch.accelerator.max_memory_allocated(), "torch.cuda.mem_get_info()"
