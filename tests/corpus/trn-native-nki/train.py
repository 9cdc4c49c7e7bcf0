"""Trains a small language model on Trainium, eager first, compiled with `--compile`."""

import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

from norm import rms_norm


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(nn.functional.silu(self.up(rms_norm(x.flatten(0, 1), self.gain).view_as(x))))


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--compile", action="store_true")
    args = cli.parse_args()
    dist.init_process_group("neuron")  # expect: DST502
    torch.neuron.set_device(int(os.environ["LOCAL_RANK"]))  # expect: DEV224
    mesh = init_device_mesh("neuron", (dist.get_world_size(),))  # expect: DST505
    net = nn.Sequential(nn.Embedding(8192, 512), *(Layer(512) for _ in range(4)), nn.Linear(512, 8192)).to("neuron")  # expect: DEV201
    fully_shard(net, mesh=mesh)
    if args.compile:
        net = torch.compile(net, backend="neuron", fullgraph=True, dynamic=False)  # expect: DEV219
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-4)
    for _ in range(1000):
        ids = torch.randint(0, 8192, (4, 513)).to("neuron")  # expect: DEV201
        with torch.autocast(device_type="neuron", dtype=torch.bfloat16):  # expect: DEV207
            loss = nn.functional.cross_entropy(net(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
