import torch


def ready(model):
    return model.to("cuda:0")  # expect: DEV201


def unfinished(model:
    model = model.to(


def later(batch):
    return batch.to(torch.device("cuda"))  # expect: DEV201
