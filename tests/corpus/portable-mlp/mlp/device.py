"""The one place that asks where to run. Old code did `torch.device("cuda")` here."""

import os

import torch
import torch.distributed as dist


def current():
    if torch.accelerator.is_available():
        return torch.accelerator.current_accelerator()
    return torch.device("cpu")


def of_rank(device):
    if device.type == "cpu":
        return device
    index = int(os.environ.get("LOCAL_RANK", 0))
    torch.accelerator.set_device_index(index)
    return torch.device(device.type, index)


def group(device):
    if "RANK" in os.environ:
        dist.init_process_group(dist.get_default_backend_for_device(device))


def synchronize(device):
    """Exact on every device: the CPU has nothing to wait for."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type != "cpu":
        torch.accelerator.synchronize(device)


def peak(device):
    """Bytes, or None where nobody counts."""
    if device.type == "cpu":
        return None
    return torch.accelerator.max_memory_allocated()


def timed(device, work):
    """Milliseconds on the device, or None on the CPU, which has no events."""
    if device.type == "cpu":
        work()
        return None
    first, last = (torch.Event(device, enable_timing=True) for _ in range(2))
    first.record()
    work()
    last.record()
    last.synchronize()
    return first.elapsed_time(last)


def random_state(device):
    module = torch.get_device_module(device)
    return module.get_rng_state() if hasattr(module, "get_rng_state") else None
