"""Trains the sprite generator."""

import copy
import os

import torch as th
from torch import nn

from sprites import devices
from sprites.unet import Unet


class Trainer:
    def __init__(self, net, data, steps=1000):
        self.device = devices.pick()
        self.net = net.to(self.device)
        self.shadow = copy.deepcopy(self.net)
        self.noise = th.linspace(1e-4, 0.02, steps, device=self.device).cumsum(0)
        self.optimizer = th.optim.AdamW(self.net.parameters(), lr=1e-4, fused=True)  # expect: DEV223
        self.data = data
        self.random = th.Generator().manual_seed(11)

    def step(self, images):
        images = images.pin_memory().to(self.device, non_blocking=True)  # expect: DEV217
        picks = th.randint(0, len(self.noise), (len(images),), generator=self.random).to(self.device)
        noise = th.randn_like(images)
        level = self.noise[picks][:, None, None, None]
        loss = nn.functional.mse_loss(self.net(images * (1 - level) + noise * level, picks), noise)
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        return loss.detach()

    def save(self, path):
        net = {name: value.cpu() for name, value in self.net.state_dict().items()}
        th.save({"net": net, "cuda_rng": th.cuda.get_rng_state_all()}, path)  # expect: DEV208

    def load(self, path):
        state = devices.read(path)
        self.net.load_state_dict(state["net"])
        th.cuda.set_rng_state_all(state["cuda_rng"])  # expect: DEV208


def samples(net, count):
    """The same pictures for every checkpoint, without touching the random numbers of training."""
    with th.random.fork_rng(devices=[0]):  # expect: DEV208
        th.manual_seed(0)
        device = next(net.parameters()).device
        return net(th.randn(count, 3, 32, 32, device=device), th.zeros(count, device=device))


def main():
    devices.start(int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1)))
    th.backends.cudnn.benchmark = True  # expect: DEV214
    loader = th.utils.data.DataLoader(th.randn(512, 3, 32, 32), batch_size=64, pin_memory=True, num_workers=2)  # expect: DEV217
    trainer = Trainer(Unet(), loader)
    for images in loader:
        print(trainer.step(images).item())
    th.cuda.empty_cache()  # expect: DEV210
    trainer.save("sprites.pt")


if __name__ == "__main__":
    main()
