import torch


class Memory:
    """Keys and values of earlier tokens; once this was moved with .cuda() from outside."""

    def __init__(self, places, size):
        self.keys = torch.zeros(places, size).cuda()
        self.values = torch.zeros(places, size).cuda()
