import torch
import torch as th


class Learner:
    def pinned(self):
        return self.device.type == th.device("cuda").type


def half(device):
    fast = device == torch.device("cuda")  # expect: DEV206
    return torch.float16 if fast else torch.float32
