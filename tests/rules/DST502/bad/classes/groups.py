import torch as th
import torch.distributed as dist
from torch import nn
from torch.cuda import nccl
from torch.distributed import ProcessGroupNCCL
from torch.nn import DataParallel as Parallel


def options():
    # dist.ProcessGroupNCCL
    found = dist.ProcessGroupNCCL.Options()  # expect: DST502
    found.is_high_priority_stream = True
    return found, ProcessGroupNCCL  # expect: DST502


class Wrapped:
    def __init__(self, net):
        self.net = nn.DataParallel(net)  # expect: DST502
        self.other = Parallel(net, device_ids=[0, 1])  # expect: DST502
        self.cuda = th.cuda

    def version(self):
        if not th.cuda.is_available():
            return "nccl is not here"
        return self.cuda.nccl.version(), nccl.version()  # expect: DST502

    def copies(self, x):
        return th.cuda.comm.broadcast(x, devices=[0, 1])  # expect: DST502
