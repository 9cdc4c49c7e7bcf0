import torch


def on_neuron(model):
    return model.to("neuron")  # expect: DEV201


def on_gaudi(shape):
    return torch.zeros(shape, device="hpu")  # expect: DEV201


def on_apple(batch):
    return batch.to(torch.device("mps"))  # expect: DEV201


def on_tpu(batch):
    return batch.to("tpu")  # expect: DEV201
