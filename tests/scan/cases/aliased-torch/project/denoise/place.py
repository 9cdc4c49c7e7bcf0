"""Where tensors live, and how weights come back."""

import torch as tt


def home():
    if tt.cuda.is_available():
        return tt.device("cuda")
    return tt.device("cpu")


def resume(unet, file):
    weights = tt.load(file, map_location="cpu")
    unet.load_state_dict(weights)
    return unet.to(home())
