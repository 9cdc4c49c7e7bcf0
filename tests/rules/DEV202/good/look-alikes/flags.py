"""Nothing here moves a tensor: .cuda() and model.cuda()."""
from numba import cuda as nb


class Build:
    """What a build was made with."""

    def __init__(self, info):
        self.cuda = info.cuda
        self.npu = info["npu"]

    def is_cuda_ready(self):
        return bool(self.cuda)

    def with_cuda(self):
        return self


def describe(build, cuda=None):
    # build.cuda()
    ready = build.is_cuda_ready() and build.with_cuda().cuda is not None
    text = "call model.cuda() first"
    nb.synchronize()
    return ready, text, build.cuda, cuda


def cuda():
    return None


cuda()
