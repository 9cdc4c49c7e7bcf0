import unittest

import torch


def checked(q):
    assert q.is_cuda, "the kernel wants CUDA tensors"
    return q.cuda()


def started():
    if not torch.cuda.is_available():
        raise RuntimeError("no GPU")
    torch.cuda.synchronize()


def tried():
    if not torch.cuda.is_available():
        raise unittest.SkipTest("no GPU")
    torch.cuda.synchronize()


def on_the_host():
    assert not torch.cuda.is_available()
    if torch.cuda.is_available():
        raise RuntimeError("not here")
    return torch.zeros(1)
