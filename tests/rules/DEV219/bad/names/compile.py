import torch as th
from torch import compile as compiled

NAME = "npu"


def build(model):
    first = th.compile(model, backend="inductor")  # expect: DEV219
    second = compiled(model, backend="hpu_backend")  # expect: DEV219
    third = th.compile(model, fullgraph=True, backend="openxla")  # expect: DEV219
    fourth = th.compile(model, backend="tensorrt")  # expect: DEV219
    fifth = compiled(model, backend=NAME)  # expect: DEV219
    sixth = th.compile(model, backend="ipex")  # expect: DEV219
    return first, second, third, fourth, fifth, sixth


@th.compile(backend="neuron")  # expect: DEV219
def step(model, batch):
    return model(batch)


class Compiled:
    def __init__(self, net, graphs=False):
        self.net = th.compile(net, backend="cudagraphs") if graphs else net  # expect: DEV219
