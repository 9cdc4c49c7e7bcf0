"""Starts the language model behind the server."""

import os
from dataclasses import dataclass

import torch
import torch.multiprocessing as mp
from flash_attn import flash_attn_varlen_func  # expect: IMG402
from vllm import LLM, SamplingParams

os.environ["CUDA_DEVICE_MAX_CONNECTIONS"] = "1"  # expect: DST503
os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"  # expect: DST503
os.environ.setdefault("VLLM_LOGGING_LEVEL", "WARNING")


@dataclass
class Settings:
    model: str = "quill-8b"
    cards: int = 1
    longest: int = 8192


def dtype():
    """bfloat16 where the card has it."""
    major, _minor = torch.cuda.get_device_capability()  # expect: DEV211
    return "bfloat16" if major >= 8 else "float16"


def start(settings):
    if settings.cards > torch.cuda.device_count():  # expect: DEV203
        raise SystemExit(f"{settings.cards} cuda cards wanted, fewer there")
    mp.set_start_method("fork", force=True)  # expect: DST504
    return LLM(
        settings.model,
        dtype=dtype(),
        tensor_parallel_size=settings.cards,
        max_model_len=settings.longest,
    )


def rerank(q, k, v, lengths, longest):
    """Scores of packed candidates, all of them in one call."""
    return flash_attn_varlen_func(q, k, v, lengths, lengths, longest, longest, causal=True)  # expect: KRN304


def sampling(request):
    return SamplingParams(temperature=request.get("temperature", 0.7), max_tokens=request.get("max_tokens", 256))
