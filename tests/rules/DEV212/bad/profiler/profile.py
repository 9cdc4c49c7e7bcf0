import torch as th
from torch.cuda import cudart, profiler
from torch.profiler import ProfilerActivity, profile


class Profiled:
    def __init__(self):
        self.kinds = [ProfilerActivity.CPU, ProfilerActivity.CUDA]  # expect: DEV212

    def run(self, step, kinds=(th.profiler.ProfilerActivity.CUDA,)):  # expect: DEV212
        # ProfilerActivity.CUDA
        with profile(activities=self.kinds):
            step()
        profiler.start()  # expect: DEV212
        step()
        th.cuda.profiler.stop()  # expect: DEV212
        cudart().cudaProfilerStart()  # expect: DEV212
        th.cuda.cudart().cudaProfilerStop()  # expect: DEV212


def old(step):
    with th.autograd.profiler.profile(use_cuda=True) as found:  # expect: DEV212
        step()
    return found
