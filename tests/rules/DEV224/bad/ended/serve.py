"""From the days of IPEX and of Neuron's XLA generation."""
import intel_extension_for_pytorch as ipex
import torch_neuronx
from apex import amp
from apex.optimizers import FusedAdam
from neuronx_distributed.parallel_layers.layers import ColumnParallelLinear


def serve(model, example):
    model = ipex.optimize(model)  # expect: DEV224
    return torch_neuronx.trace(model, example)  # expect: DEV224


def train(model, width):
    optimizer = FusedAdam(model.parameters(), lr=1e-3)  # expect: DEV224
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")  # expect: DEV224
    return model, optimizer, ColumnParallelLinear(width, width)  # expect: DEV224
