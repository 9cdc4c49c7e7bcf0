"""The backend is passed in; torch.compile(model, backend="inductor") was fixed."""
import torch

BACKENDS = {"hpu": "hpu_backend", "neuron": "neuron"}


def build(model, device, backend):
    # torch.compile(model, backend="inductor")
    first = torch.compile(model, backend=backend)
    second = torch.compile(model, backend=BACKENDS.get(device.type, "inductor"))
    third = torch.compile(model, backend="eager")
    fourth = torch.compile(model, fullgraph=True, backend="aot_eager")
    fifth = torch.compile(model, disable=True)
    return first, second, third, fourth, fifth


@torch.compiler.disable
def log(x):
    return print(x) if not torch.compiler.is_compiling() else None


@torch.jit.script
def scale(x):
    return x * 2
