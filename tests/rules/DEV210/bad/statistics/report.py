"""Reports memory: torch.cuda.max_memory_allocated()."""
import torch


def report(log, step=torch.cuda.memory_stats):  # expect: DEV210
    log.info("peak %d", torch.cuda.max_memory_allocated())  # expect: DEV210
    log.info("torch.cuda.memory_summary() is longer")
    free, total = torch.cuda.mem_get_info()  # expect: DEV210
    torch.cuda.reset_peak_memory_stats()  # expect: DEV210
    return f"{torch.cuda.memory_reserved() / 2**20:.1f} of {total - free}"  # expect: DEV210


def peak():
    return torch.cuda.max_memory_reserved() if torch.cuda.is_available() else None
