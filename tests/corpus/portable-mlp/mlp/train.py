"""Trains a perceptron on any device; `--device` overrides what was found."""

import argparse
import logging

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from mlp import device as devices
from mlp.norm import rms_norm

log = logging.getLogger("mlp")
BACKENDS = {"hpu": "hpu_backend", "neuron": "neuron", "tpu": "tpu", "npu": "npu"}
SPEEDS = {"cuda": 1.0, "xpu": 0.8, "cpu": 0.05}


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))
        self.layers = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, 10))

    def forward(self, x):
        return self.layers(rms_norm(x, self.gain))


def half(device):
    """bfloat16 where the device lists it."""
    if device.type == "cpu":
        return torch.bfloat16
    kinds = torch.accelerator.get_device_capability(device)["supported_dtypes"]
    return torch.bfloat16 if torch.bfloat16 in kinds else torch.float32


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--device", type=torch.device, default=None, help="cpu, cuda:0, xpu, ...")
    cli.add_argument("--epochs", type=int, default=3)
    args = cli.parse_args()
    device = devices.of_rank(args.device or devices.current())
    devices.group(device)
    torch.manual_seed(0)
    data = TensorDataset(torch.rand(1024, 64), torch.randint(0, 10, (1024,)))
    loader = DataLoader(data, 32, shuffle=True, pin_memory=device.type != "cpu", num_workers=2)
    net = torch.compile(Net(64).to(device), backend=BACKENDS.get(device.type, "inductor"), dynamic=False)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler(device.type, enabled=False)
    for epoch in range(args.epochs):
        for x, y in loader:
            x, y = x.to(device, non_blocking=True), y.to(device, non_blocking=True)
            with torch.autocast(device.type, dtype=half(device)):
                loss = nn.functional.cross_entropy(net(x), y)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        devices.synchronize(device)
        log.info("epoch %d on %s (cuda is %s times as fast): %.3f", epoch, device, SPEEDS["cuda"], loss.item())
    # torch.save(net.cuda().state_dict(), "mlp.pt")
    torch.save({name: value.cpu() for name, value in net.state_dict().items()}, "mlp.pt")
    log.info("peak %s, weights load with map_location=%r", devices.peak(device), "cpu")
    return torch.load("mlp.pt", map_location="cpu")


if __name__ == "__main__":
    main()
