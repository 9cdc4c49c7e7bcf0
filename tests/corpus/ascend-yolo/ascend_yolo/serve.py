"""Answers requests; written for the native names."""

import torch
import torch_npu  # expect: IMG402


def load(path):
    net = torch.load(path, map_location="npu:0", weights_only=False)  # expect: DEV218
    return torch.compile(net, backend="npu", dynamic=True)  # expect: DEV219, DEV220


def attention(q, k, v, heads):
    return torch_npu.npu_fusion_attention(q, k, v, heads, input_layout="BSH")[0]  # expect: KRN304


def answer(net, image):
    image = image.to("npu:0")  # expect: DEV201
    with torch.inference_mode():
        return net(image[None]).cpu()


# from torch_npu.contrib import transfer_to_npu
def health():
    return {"alive": True, "npu": "ready"}
