"""Uses torch.cuda.amp.autocast()."""
import torch

scaler = torch.cuda.amp.GradScaler()  # expect: DEV207


def step(model, batch, optimizer):
    # with torch.cuda.amp.autocast():
    with torch.cuda.amp.autocast(dtype=torch.float16):  # expect: DEV207
        loss = model(batch).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss


@torch.cuda.amp.autocast()  # expect: DEV207
def evaluate(model, batch, enabled=True):
    with torch.no_grad(), torch.cuda.amp.autocast(enabled=enabled):  # expect: DEV207
        return model(batch)
