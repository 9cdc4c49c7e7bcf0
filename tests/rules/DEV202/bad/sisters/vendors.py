import habana_frameworks.torch
import torch
import torch_npu


def gaudi(model):
    return model.hpu()  # expect: DEV202


def ascend(batch):
    return batch.npu(non_blocking=True)  # expect: DEV202


def intel(net):
    return net.eval().xpu()  # expect: DEV202


def trainium(weights):
    return weights.neuron()  # expect: DEV202
