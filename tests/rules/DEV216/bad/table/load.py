import os

from transformers import AutoModel


def load(name):
    place = {"": int(os.environ.get("LOCAL_RANK", "0"))}
    return AutoModel.from_pretrained(name, device_map=place)  # expect: DEV216
