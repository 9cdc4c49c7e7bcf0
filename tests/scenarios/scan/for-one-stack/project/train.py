import torch as th
from torch import cuda as c

# th.cuda.synchronize() in a comment is nothing
DEVICE = "cuda" if th.cuda.is_available() else "cpu"


def step(model, batch):
    """Calls model.cuda() in a docstring, which is nothing."""
    model.cuda()
    c.synchronize()
    return model(batch.to(DEVICE))
