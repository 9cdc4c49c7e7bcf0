from transformers import AutoModel

ONLY = 0


def load(name):
    return AutoModel.from_pretrained(name, device_map={"": 0})  # expect: DEV216


def load_by_name(name):
    return AutoModel.from_pretrained(
        name,
        device_map={"": ONLY},  # expect: DEV216
    )
