import os

from transformers import AutoModel, AutoModelForCausalLM

os.environ["TORCH_ROCM_FA_PREFER_CK"] = "1"  # expect: KRN304


def models(name):
    """Loads with attn_implementation="flash_attention_2"."""
    first = AutoModel.from_pretrained(name, attn_implementation="flash_attention_2")  # expect: KRN304
    second = AutoModelForCausalLM.from_pretrained(name, attn_implementation="flash_attention_3")  # expect: KRN304
    return first, second
