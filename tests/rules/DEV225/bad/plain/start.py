"""Calls torch.accelerator.synchronize() on any host."""
import os

import torch


def start():
    rank = int(os.environ["LOCAL_RANK"])
    torch.accelerator.set_device_index(rank)  # expect: DEV225
    # torch.accelerator.synchronize()
    torch.accelerator.synchronize()  # expect: DEV225
    stream = torch.accelerator.current_stream()  # expect: DEV225
    with torch.accelerator.device_index(rank):  # expect: DEV225
        kinds = torch.accelerator.get_device_capability()["supported_dtypes"]  # expect: DEV225
    return stream, kinds


def captured(step):
    graph = torch.accelerator.Graph()  # expect: DEV225
    step()
    return graph
