"""Quantized layers: bnb.nn.Linear8bitLt(width, width)."""
import bitsandbytes as bnb
from bitsandbytes.functional import quantize_4bit
from bitsandbytes.optim import AdamW8bit as Optimizer


class Block:
    def __init__(self, width):
        # bnb.nn.Linear4bit(width, width)
        self.up = bnb.nn.Linear8bitLt(width, width)  # expect: KRN305
        self.down = bnb.nn.Linear4bit(width, width)  # expect: KRN305


def optimizer(params):
    return Optimizer(params, lr=1e-4)  # expect: KRN305


def packed(x):
    return quantize_4bit(x)  # expect: KRN305
