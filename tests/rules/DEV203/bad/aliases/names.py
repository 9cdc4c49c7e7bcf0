import torch as th
import torch.cuda
import torch.cuda as tc
from torch import cuda as c
from torch.cuda import is_available, synchronize as wait
from torch.cuda import set_device

gpu = th.cuda
alias = gpu


def run(rank):
    c.synchronize()  # expect: DEV203
    tc.init()  # expect: DEV203
    gpu.synchronize()  # expect: DEV203
    alias.current_device()  # expect: DEV203
    set_device(rank)  # expect: DEV203
    if is_available():  # expect: DEV203
        wait()
    torch.cuda.init()  # expect: DEV203


class Clock:
    def __init__(self):
        self.api = th.cuda
        self.wait = th.cuda.synchronize  # expect: DEV203

    def stop(self):
        self.wait()
        self.api.synchronize()  # expect: DEV203
