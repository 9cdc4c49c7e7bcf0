import os

import torch

device = "cuda"
if "RANK" in os.environ:
    device = f"cuda:{os.environ['LOCAL_RANK']}"
state = torch.load("state.pt", map_location=device)  # expect: DEV218
where = "cuda"
if os.environ.get("HOST"):
    where = "cpu"
other = torch.load("other.pt", map_location=where)
