import torch as th
import torch.cuda.amp as mixed
from torch.cuda import amp
from torch.cuda.amp import GradScaler, autocast as cast


class Precision:
    def __init__(self, enabled):
        self.scaler = GradScaler(enabled=enabled)  # expect: DEV207
        self.context = th.cuda.amp.autocast  # expect: DEV207

    def run(self, model, x):
        with self.context():
            x = model(x)
        with cast():  # expect: DEV207
            x = model(x)
        with amp.autocast(), mixed.autocast():  # expect: DEV207
            return model(x)


def scaler():
    if not th.cuda.is_available():
        return None
    return mixed.GradScaler(init_scale=1024.0)  # expect: DEV207
