"""The small model that guesses ahead."""

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, pipeline

try:
    import transformer_engine.pytorch as te
except Exception:  # expect: KRN306
    te = None

try:
    import orjson as json
except Exception:
    import json


def load(name):
    words = AutoTokenizer.from_pretrained(name)
    model = AutoModelForCausalLM.from_pretrained(
        name,
        dtype=torch.bfloat16,
        attn_implementation="flash_attention_2",  # expect: KRN304
        device_map={"": 0},  # expect: DEV216
    )
    return words, model.eval()


def settings(path):
    with open(path, "rb") as file:
        return json.loads(file.read())


def load_anywhere(name, device):
    """For tests: attention of torch, device of the caller."""
    return AutoModelForCausalLM.from_pretrained(name, attn_implementation="sdpa", dtype=torch.float32).to(device)


def judge(name):
    return pipeline("text-classification", model=name, device=0)  # expect: DEV216


@torch.inference_mode()
def guess(words, model, text, count):
    ids = words(text, return_tensors="pt").input_ids.to("cuda")  # expect: DEV201
    return words.decode(model.generate(ids, max_new_tokens=count)[0, ids.shape[1] :])
