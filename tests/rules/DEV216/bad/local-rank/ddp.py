import os

import torch


def replica(model):
    rank = int(os.environ["LOCAL_RANK"])
    torch.accelerator.set_device_index(rank)
    return model.to(rank)  # expect: DEV216
