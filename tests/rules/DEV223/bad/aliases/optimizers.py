import torch as th
import torch.optim as optim
from torch import optim as o
from torch.optim import Adam
from torch.optim import AdamW as Optimizer


class Run:
    def __init__(self, params, rate):
        self.first = Adam(params, lr=rate, fused=True)  # expect: DEV223
        self.second = Optimizer(params, rate, capturable=True)  # expect: DEV223
        self.third = optim.RMSprop(params, foreach=True)  # expect: DEV223
        self.fourth = o.Adam(params, foreach=True, capturable=True)  # expect: DEV223
        self.fifth = th.optim.NAdam(params, capturable=True)  # expect: DEV223
