import torch


class Loop:
    def __init__(self, net):
        self.device = "cuda:1"
        self.net = net.to(self.device)

    def step(self, batch):
        return self.net(batch.to(self.device)).mean()


class Second(Loop):
    def __init__(self, net):
        self.device = torch.device("cuda", 1)
        self.net = net.to(self.device)


class Free(Loop):
    def __init__(self, net, device):
        self.device = device
        self.net = net.to(self.device)
