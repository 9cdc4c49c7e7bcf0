"""A configuration with the same words as torch.backends.cudnn."""
from config import backends, cudnn


class Settings:
    def __init__(self, cudnn):
        self.cudnn = cudnn


def apply(settings, values):
    settings.cudnn.benchmark = values["cudnn.benchmark"]
    cudnn.benchmark = True
    backends.cuda.matmul.allow_tf32 = False
    return {"torch.backends.cudnn.benchmark": True}
