"""Was torch.cuda.amp.GradScaler() once."""
import torch
from torch import amp


def step(model, batch, device):
    # torch.cuda.amp.autocast()
    scaler = torch.amp.GradScaler(device.type)
    with torch.autocast(device.type, dtype=torch.float16):
        loss = model(batch)
    with torch.amp.autocast(device_type=device.type):
        loss = loss + model(batch)
    with amp.autocast("cpu", dtype=torch.bfloat16):
        loss = loss + model(batch)
    print("torch.cuda.amp is deprecated")
    return scaler.scale(loss)


class Scale(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu")
    def forward(ctx, x):
        return x
