import torch
from torch import amp


def forward(model, x):
    with torch.autocast("cuda", dtype=torch.bfloat16):  # expect: DEV207
        x = model(x)
    with torch.autocast(device_type="cuda"):  # expect: DEV207
        x = model(x)
    with torch.amp.autocast("cuda"):  # expect: DEV207
        x = model(x)
    with amp.autocast(device_type="neuron", dtype=torch.bfloat16):  # expect: DEV207
        return model(x)


@torch.autocast(device_type="cuda", dtype=torch.float16)  # expect: DEV207
def evaluate(model, x):
    return model(x)
