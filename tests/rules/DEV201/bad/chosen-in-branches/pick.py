import torch

device = "cuda" if torch.cuda.is_available() else "cpu"  # expect: DEV201


def pick():
    if torch.cuda.is_available():
        return torch.device("cuda")  # expect: DEV201
    return torch.device("cpu")


def early(model):
    if not torch.cuda.is_available():
        return model
    return model.to("cuda")  # expect: DEV201


class Placement:
    def __init__(self, config):
        self.device = "cuda:0"  # expect: DEV201
        if config.cpu:
            self.device = "cpu"

    def put(self, tensor, host=False):
        return tensor.to("cpu" if host else "cuda")  # expect: DEV201
