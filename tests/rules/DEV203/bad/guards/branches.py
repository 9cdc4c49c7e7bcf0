import pytest
import torch

HAS_GPU = torch.cuda.is_available()  # expect: DEV203


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")  # expect: DEV203
def check_speed():
    torch.cuda.synchronize()


def settle(x):
    if x.is_cuda:
        torch.cuda.synchronize(x.device)
    return x


def finish(x):
    if not HAS_GPU:
        return x
    torch.cuda.synchronize()
    return x


count = torch.cuda.device_count() if HAS_GPU else 1
ready = HAS_GPU and torch.cuda.is_initialized()  # expect: DEV203


def ranks(world=torch.cuda.device_count()):  # expect: DEV203
    return [f"{i} of {torch.cuda.device_count()}" for i in range(world)]  # expect: DEV203
