import torch

model = torch.nn.Linear(2, 2).cuda()  # expect: DEV202

def broken(x)
    y = x.
    return y

def complete(x):
    return x.cuda()  # expect: DEV202
