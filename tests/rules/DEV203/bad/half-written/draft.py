import torch

def first():
    torch.cuda.synchronize()  # expect: DEV203

class Open(
    rank =

def second(rank):
    torch.cuda.set_device(rank)  # expect: DEV203
