"""Reads and writes CPU tensors, where torch.load(path) raised."""
import torch
from torch import load


def read(path, device):
    # torch.load(path)
    first = torch.load(path, map_location="cpu")
    second = load(path, "cpu", weights_only=True)
    third = load(path, map_location=torch.device("cpu"))
    fourth = torch.load(path, map_location=device)
    fifth = torch.load(path, map_location=lambda storage, where: storage)
    sixth = torch.load(path, map_location="meta")
    return first, second, third, fourth, fifth, sixth


def write(model, mean, path):
    torch.save({name: value.cpu() for name, value in model.state_dict().items()}, path)
    state = {name: value.detach().cpu() for name, value in model.state_dict().items()}
    torch.save(state, path)
    torch.save(mean.cpu(), path)
