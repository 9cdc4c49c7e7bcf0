"""Optimizers of others, and other things that are fused=True."""
from lion import Lion
from torch.nn import Module


class Adam:
    def __init__(self, params, fused=False):
        self.params = params
        self.fused = fused


class Block(Module):
    def __init__(self, norm):
        super().__init__()
        self.norm = norm(fused=True)


def optimizers(params):
    # torch.optim.Adam(params, fused=True)
    text = "capturable=True is not for the CPU"
    return Adam(params, fused=True), Lion(params, foreach=True), {"fused": True}, text
