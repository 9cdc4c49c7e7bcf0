"""Loads quantized models."""

import torch
from torchao.quantization import Int8WeightOnlyConfig, quantize_
from transformers import AutoModelForCausalLM


def weights_only(name):
    net = AutoModelForCausalLM.from_pretrained(name)
    quantize_(net, Int8WeightOnlyConfig())  # expect: KRN305
    return net


def product(a, b, scale_a, scale_b):
    """Both matrices in float8."""
    return torch._scaled_mm(a, b.t(), scale_a=scale_a, scale_b=scale_b, out_dtype=torch.bfloat16)  # expect: KRN305


def optimizer(net):
    import bitsandbytes.optim as optim  # expect: IMG402

    return optim.AdamW8bit(net.parameters(), lr=1e-4)  # expect: KRN305


def dynamic(net):
    """Eight bits on the host; a quantized model for cuda is another function."""
    return torch.ao.quantization.quantize_dynamic(net.cpu(), {torch.nn.Linear}, dtype=torch.qint8)


def sizes(net):
    return {name: value.numel() * value.element_size() for name, value in net.state_dict().items()}
