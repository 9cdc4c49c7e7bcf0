import atexit

import torch as th
from torch import cuda as c
from torch.cuda import empty_cache, memory as mem
from torch.cuda.memory import CUDAPluggableAllocator

atexit.register(th.cuda.empty_cache)  # expect: DEV210


class Memory:
    def __init__(self):
        self.clear = c.empty_cache  # expect: DEV210
        self.cuda = th.cuda

    def limit(self, share):
        if not th.cuda.is_available():
            return
        self.cuda.set_per_process_memory_fraction(share)
        empty_cache()
        self.clear()

    def history(self):
        # th.cuda.memory_snapshot()
        mem._record_memory_history()  # expect: DEV210
        return th.cuda.memory_snapshot()  # expect: DEV210
