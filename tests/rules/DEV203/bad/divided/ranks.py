import torch


def local(rank):
    return rank % torch.cuda.device_count()  # expect: DEV203


def share(batch):
    return batch // (torch.cuda.device_count() or 1)  # expect: DEV203
