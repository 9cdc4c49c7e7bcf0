import torch
from transformers import AutoModelForSeq2SeqLM

CARD = 0


def fetch(checkpoint):
    return AutoModelForSeq2SeqLM.from_pretrained(
        checkpoint,
        torch_dtype=torch.bfloat16,
        device_map={"": CARD},
    )


def feed(tokens):
    return tokens.to(CARD)


def here():
    return torch.device(torch.cuda.current_device())


def widen(hidden):
    return hidden.to(torch.float32)


def top(candidates):
    return candidates[CARD]
