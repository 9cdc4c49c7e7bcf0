"""Restores a run. torch.load(path) stands below."""
import torch as th
from torch import load


def restore(path, model):
    # th.load(path)
    first = th.load(path)  # expect: DEV218
    second = load(path, weights_only=True)  # expect: DEV218
    third = th.load(path, "cuda")  # expect: DEV218
    fourth = th.load(path, map_location="cuda:0", weights_only=True)  # expect: DEV218
    fifth = load(path, map_location=lambda storage, where: storage.cuda())  # expect: DEV218
    sixth = th.load(path, map_location=lambda storage, _: storage.cuda(1))  # expect: DEV218
    seventh = load(path, map_location=th.device("cuda", 1))  # expect: DEV218
    model.load_state_dict(th.load(f"{path}.pt"))  # expect: DEV218
    return first, second, third, fourth, fifth, sixth, seventh


def read_all(paths):
    return [load(path)["model"] for path in paths]  # expect: DEV218
