import torch


def put(batch):
    return batch.cuda()


def turns():
    return torch.tensor([1.0])
