"""Times a call: torch.cuda.synchronize() before and after."""
import time

import torch


def timed(function):
    torch.cuda.synchronize()  # expect: DEV203
    start = time.perf_counter()
    function()
    torch.cuda.synchronize()  # expect: DEV203
    return time.perf_counter() - start


def choose(rank):
    torch.cuda.set_device(rank % torch.cuda.device_count())  # expect: DEV203
    with torch.cuda.device(rank):  # expect: DEV203
        handle = torch.cuda.current_blas_handle()  # expect: DEV203
    # torch.cuda.init()
    print("torch.cuda.is_available()", torch.cuda.is_available())
    return torch.cuda.current_device(), handle  # expect: DEV203
