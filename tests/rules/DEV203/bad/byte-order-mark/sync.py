import torch


def wait():
    # torch.cuda.init()
    torch.cuda.synchronize()  # expect: DEV203
