import torch as th
import torch.version as built
from torch.version import cuda as toolkit


class Info:
    def __init__(self):
        self.version = th.version

    def name(self):
        return self.version.cuda or "none"  # expect: DEV206


def digits():
    return built.cuda.replace(".", "")  # expect: DEV206


def newer(floor=th.version.cuda):  # expect: DEV206
    return toolkit is not None and floor  # expect: DEV206
