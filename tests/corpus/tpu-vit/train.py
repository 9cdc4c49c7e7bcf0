"""A vision transformer on TPU with torch_xla, one process for each chip."""

import argparse
import os

import torch
import torch_xla  # expect: IMG402
import torch_xla.core.xla_model as xm  # expect: IMG402
import torch_xla.distributed.parallel_loader as pl  # expect: IMG402
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from vit import Vit

os.environ["PJRT_DEVICE"] = "TPU"  # expect: DST503
os.environ["XLA_FLAGS"] = "--xla_dump_to=/tmp/dump"  # expect: DST503


def accuracy(model, loader, device):
    right = torch.zeros((), device=device)
    seen = 0
    for images, labels in loader:
        with torch.no_grad():
            right += (model(images).argmax(-1) == labels).sum()
        seen += len(labels)
    # the host waits once for each epoch
    return right.item() / seen


def run(index, args):
    device = xm.xla_device()  # expect: DEV224
    data = TensorDataset(torch.rand(args.images, 3, 32, 32), torch.randint(0, 10, (args.images,)))
    loader = pl.MpDeviceLoader(DataLoader(data, args.batch, drop_last=True), device)  # expect: DEV224
    model = Vit().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(args.epochs):
        for step, (images, labels) in enumerate(loader):
            optimizer.zero_grad()
            with torch.autocast("xla", dtype=torch.bfloat16):  # expect: DEV207
                loss = nn.functional.cross_entropy(model(images), labels)
            loss.backward()
            xm.optimizer_step(optimizer)  # expect: DEV224
            if step % 100 == 0:
                # used to be xm.mark_step() here
                torch_xla.sync()  # expect: DEV224
        xm.master_print(f"epoch {epoch}: {accuracy(model, loader, device):.3f}")  # expect: DEV224
    xm.save(model.state_dict(), "vit.pt")  # expect: DEV224


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--images", type=int, default=4096)
    cli.add_argument("--batch", type=int, default=128)
    cli.add_argument("--epochs", type=int, default=3)
    torch_xla.launch(run, args=(cli.parse_args(),))  # expect: DEV224


if __name__ == "__main__":
    main()
