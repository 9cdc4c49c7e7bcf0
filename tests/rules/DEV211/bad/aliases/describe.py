import torch as th
from torch import cuda as c
from torch.cuda import get_device_name


class Card:
    def __init__(self, index=0):
        self.cuda = th.cuda
        self.index = index
        self.label = f"{c.get_device_name(index)} ({index})"  # expect: DEV211

    def name(self):
        if not th.cuda.is_available():
            return "get_device_name()"
        return get_device_name(self.index)

    def hopper(self):
        major, _ = self.cuda.get_device_capability(self.index)  # expect: DEV211
        return major == 9


def built_for(arch="sm_90", listed=th.cuda.get_arch_list):  # expect: DEV211
    return arch in listed()
