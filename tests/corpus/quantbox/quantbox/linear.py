"""Linear layers with weights in four and eight bits."""

import torch
from torch import nn

try:
    from quantbox import _kernels  # expect: KRN307
except Exception:  # expect: KRN306
    _kernels = None

try:
    import bitsandbytes as bnb  # expect: IMG402
except:  # expect: KRN306
    bnb = None


def pack(weight):
    """Two numbers in each byte; scale of every row."""
    scale = weight.abs().amax(dim=1, keepdim=True) / 7
    codes = (weight / scale).round().clamp(-8, 7).to(torch.int16) + 8
    return (codes[:, 0::2] | codes[:, 1::2] << 4).to(torch.uint8), scale


class Linear4(nn.Module):
    def __init__(self, plain):
        super().__init__()
        packed, scale = pack(plain.weight.detach())
        self.register_buffer("packed", packed)
        self.register_buffer("scale", scale)

    def forward(self, x):
        return x @ _kernels.unpack(self.packed, self.scale).T


def eight_bit(plain):
    layer = bnb.nn.Linear8bitLt(plain.in_features, plain.out_features, has_fp16_weights=False)  # expect: KRN305
    layer.load_state_dict(plain.state_dict())
    return layer.cuda()  # expect: DEV202


def stored(weight):
    return bnb.functional.quantize_4bit(weight, quant_type="nf4")  # expect: KRN305


def bits_for(device):
    return 4 if device.type == "cuda" else 8  # expect: DEV206


def product(x, codes, scale):
    return torch.ops.quantbox.w8_product(x, codes, scale)  # expect: KRN307


def product4(x, packed, scale):
    return torch.ops.quantbox.w4_product(x, packed, scale)  # expect: KRN307


def four_bit(plain):
    return bnb.nn.Linear4bit(plain.in_features, plain.out_features, quant_type="nf4")  # expect: KRN305


def fake(weight, bits=8):
    """Rounds and scales back, in plain torch: for training and for every device."""
    top = 2 ** (bits - 1) - 1
    scale = weight.abs().amax() / top
    return (weight / scale).round().clamp(-top - 1, top) * scale
