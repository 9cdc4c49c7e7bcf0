"""Other things of these names: import flash_attn stands in prose alone."""
import faiss
import onnxruntime
import torch
from tritonclient.http import InferenceServerClient

from . import flash_attn
from .apex import Mount


class Store:
    def __init__(self, cupy, bitsandbytes=None):
        self.cupy = cupy
        self.bitsandbytes = bitsandbytes


def use(store, path):
    # import xformers
    text = "pip install flash-attn, then import cupy"
    index = faiss.IndexFlatL2(4)
    return Mount(path), flash_attn, onnxruntime, InferenceServerClient, index, text, store.cupy, torch.ones(2)
