"""Keeps a process within its share of a card."""

import torch


def share(part):
    torch.cuda.set_per_process_memory_fraction(part)  # expect: DEV210


def fits(bytes_needed, index=0):
    properties = torch.cuda.get_device_properties(index)  # expect: DEV211
    return bytes_needed < 0.9 * properties.total_memory


def retry(step, shrink):
    """Runs a step; when memory is short, with smaller batches."""
    while True:
        try:
            return step()
        except torch.cuda.OutOfMemoryError:
            shrink()


def free():
    if torch.accelerator.is_available():
        return torch.accelerator.get_memory_info()[0]
    return None


def name(index):
    return torch.cuda.get_device_name(index)  # expect: DEV211


def steady(device):
    """Same numbers in every run, for comparing two versions."""
    torch.use_deterministic_algorithms(True)  # expect: DEV226
    return torch.Generator(device=device).manual_seed(0)


def unsteady():
    torch.use_deterministic_algorithms(False)
