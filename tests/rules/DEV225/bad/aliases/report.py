import torch as th
from torch import accelerator as acc
from torch.accelerator import get_memory_info, synchronize as wait


class Report:
    def __init__(self):
        self.api = th.accelerator

    def peak(self):
        return self.api.max_memory_allocated()  # expect: DEV225


def settle():
    wait()  # expect: DEV225
    acc.empty_cache()  # expect: DEV225
    free, total = get_memory_info()  # expect: DEV225
    return free, total, acc.current_device_idx()  # expect: DEV225
