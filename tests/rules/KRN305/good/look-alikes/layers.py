"""Other things quantized; bnb.nn.Linear8bitLt(width, width) is not used."""
import torch
from torch.ao.quantization import quantize_dynamic

from .store import bitsandbytes


class Block:
    def __init__(self, bnb, width):
        self.layer = bnb.nn.Linear8bitLt(width, width)

    def _scaled_mm(self, a, b):
        return a @ b


def quantize_(model, config):
    return model, config


def serve(block, model, a, b):
    # torchao.quantization.quantize_(model)
    text = "pip install bitsandbytes torchao"
    smaller = quantize_dynamic(model, {torch.nn.Linear}, dtype=torch.qint8)
    return smaller, quantize_(model, text), block._scaled_mm(a, b), bitsandbytes.size(text)
