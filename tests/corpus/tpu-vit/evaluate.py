"""Scores a checkpoint with a compiled model."""

import torch

from vit import Vit


def load(path, device):
    model = Vit()
    model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    return torch.compile(model.to(device).eval(), backend="openxla")  # expect: DEV219


def to_one_hot(labels):
    return torch.nn.functional.one_hot(labels, num_classes=10)


def main():
    device = torch.device("xla")  # expect: DEV201
    model = load("vit.pt", device)
    images = torch.rand(8, 3, 32, 32)
    print(model(images.to(device)).softmax(-1).cpu())


if __name__ == "__main__":
    main()
