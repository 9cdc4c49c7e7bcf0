"""Here `cuda` is Numba's, a parameter's or a name of our own: torch.cuda.synchronize() stands in prose alone."""
import mytorch
import torch
import torch.cuda
from numba import cuda


def wait(stream):
    cuda.synchronize()
    mytorch.cuda.synchronize()
    stream.cuda.synchronize()


class Backend:
    class cuda:
        @staticmethod
        def synchronize():
            return None

    def is_cuda_ready(self):
        return self.cuda.synchronize() is None


def message():
    # torch.cuda.init()
    return "torch.cuda.is_available() is False", torch.__version__
