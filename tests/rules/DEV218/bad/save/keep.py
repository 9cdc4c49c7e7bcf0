"""Writes torch.save(model.state_dict(), path)."""
import torch
from torch import save as write


class Keeper:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def keep(self, path, step):
        # torch.save(self.model.state_dict(), path)
        torch.save(self.model.state_dict(), path)  # expect: DEV218
        write({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": step}, path)  # expect: DEV218
