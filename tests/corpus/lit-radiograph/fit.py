"""Fits the classifier; `--quick` runs on whatever is there."""

import argparse

import lightning as L
import torch
from lightning.pytorch.strategies import DDPStrategy
from torch.utils.data import DataLoader, TensorDataset

from module import Radiograph


def loader(count):
    images, labels = torch.rand(count, 1, 224, 224), torch.randint(0, 2, (count, 14)).float()
    return DataLoader(TensorDataset(images, labels), batch_size=32, num_workers=4, pin_memory=True)  # expect: DEV217


def trainer(quick):
    if quick:
        return L.Trainer(accelerator="cpu", max_epochs=1, limit_train_batches=2)
    return L.Trainer(
        accelerator="gpu",  # expect: DEV227
        devices=4,
        strategy=DDPStrategy(process_group_backend="nccl"),  # expect: DST502
        precision="bf16-mixed",
        max_epochs=20,
    )


def fp8_trainer():
    """For the newest cards."""
    return L.Trainer(accelerator="gpu", precision="transformer-engine", devices=1)  # expect: DEV227


def fabric():
    return L.Fabric(accelerator="gpu", devices=2, precision="bf16-mixed")  # expect: DEV227


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--quick", action="store_true")
    args = cli.parse_args()
    L.seed_everything(7, workers=True)
    torch.set_float32_matmul_precision("medium")  # expect: DEV214
    torch.use_deterministic_algorithms(True)  # expect: DEV226
    print("GPU available:", torch.cuda.is_available())
    trainer(args.quick).fit(Radiograph(), loader(4096), loader(512))


if __name__ == "__main__":
    main()
