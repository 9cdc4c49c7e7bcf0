import torch

WHERE = "npu:0"


def restore(path, kind):
    if kind == "intel":
        return torch.load(path, map_location="xpu")  # expect: DEV218
    if kind == "gaudi":
        return torch.load(path, map_location="hpu")  # expect: DEV218
    return torch.load(path, map_location=WHERE)  # expect: DEV218
