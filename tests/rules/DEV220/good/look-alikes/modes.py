"""Modes, options and configs of other things; torch.compile(model, mode="max-autotune") is none of them."""
import re

import torch
from torch.nn.functional import interpolate
from trainer import config, dynamo


def run(engine, path, x):
    # torch.compile(engine, dynamic=True)
    config.suppress_errors = True
    dynamo.config.cache_size_limit = 64
    with open(path, mode="rb") as file:
        data = file.read()
    plan = engine.compile(path, mode="max-autotune", dynamic=True, options={"level": 3})
    return re.compile("mode"), data, plan, interpolate(x, scale_factor=2, mode="nearest"), torch.ones(2)
