import numpy as np
import torch


class Schedule:
    def __init__(self, steps):
        betas = np.linspace(1e-4, 2e-2, steps)
        self.kept = np.cumprod(1.0 - betas)
        self.narrow = np.cumprod(1.0 - betas.astype(np.float32))
        self.counts = np.arange(steps)

    def at(self, t):
        return torch.from_numpy(self.kept).to(t.device)[t].float()  # expect: DEV222

    def harmless(self, t):
        return (
            torch.from_numpy(self.kept).float().to(t.device),
            torch.from_numpy(self.kept).to(t.device, torch.float32),
            torch.from_numpy(self.narrow).to(t.device),
            torch.from_numpy(self.counts).to(t.device),
            torch.from_numpy(self.kept),
        )
