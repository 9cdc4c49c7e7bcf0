"""x.to(0) is not what we write."""
import torch

FIRST = 0


def place(ids, rows, device):
    # ids.to(0)
    device = torch.device(device.type, FIRST)
    ids = ids.to(device)
    wide = ids.to(torch.float32).to(dtype=torch.int64)
    torch.accelerator.set_device_index(0)
    return rows[0], wide[FIRST], wide.to(rows), ids.to(device=device, non_blocking=True)
