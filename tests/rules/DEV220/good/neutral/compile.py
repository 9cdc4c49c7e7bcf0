"""Leaves mode="max-autotune" to the settings of a platform."""
import torch
import torch._dynamo


def build(model, device, mode, tuned):
    # torch.compile(model, mode="max-autotune")
    first = torch.compile(model)
    second = torch.compile(model, fullgraph=True, dynamic=False)
    third = torch.compile(model, dynamic=None, mode=mode)
    fourth = torch.compile(model, **tuned.get(device.type, {}))
    torch._dynamo.reset()
    return first, second, third, fourth
