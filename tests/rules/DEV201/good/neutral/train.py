"""Runs on whatever is there; "cuda" is one of the answers."""
import torch

KIND = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")


def place(model, rank, device=None):
    device = device or torch.device(KIND.type, rank)
    host = torch.zeros(2, device="cpu")
    empty = torch.empty(2, device="meta")
    return model.to(device), host.to(KIND), empty


def load(path):
    return torch.load(path, map_location="cpu")
