try:
    from torch.cuda.amp import GradScaler, autocast
except ImportError:
    GradScaler = autocast = None


def run(model, x):
    if autocast is None:
        return model(x)
    with autocast():  # expect: DEV207
        return model(x), GradScaler()  # expect: DEV207
