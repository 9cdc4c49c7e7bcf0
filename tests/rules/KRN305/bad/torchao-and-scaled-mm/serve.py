import torch as th
from torch import _scaled_mm
from torchao.quantization import quantize_


def serve(model, config):
    quantize_(model, config)  # expect: KRN305
    return model


def product(a, b, scale_a, scale_b):
    # th._scaled_mm(a, b)
    first = th._scaled_mm(a, b, scale_a, scale_b, out_dtype=th.bfloat16)  # expect: KRN305
    second = _scaled_mm(a, b, scale_a, scale_b, use_fast_accum=True)  # expect: KRN305
    return first, second
