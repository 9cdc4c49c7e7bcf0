"""A tensor that is not on the card is moved there: the test asks for a tensor's device, not for CUDA."""
import torch


def ensure(x):
    if not x.is_cuda:
        x = x.cuda()  # expect: DEV202
    return x


def returned(x):
    if x.device.type == "cuda":
        return x
    return x.cuda()  # expect: DEV202


def short(x):
    return x if "cuda" in str(x.device) else x.cuda()  # expect: DEV202
