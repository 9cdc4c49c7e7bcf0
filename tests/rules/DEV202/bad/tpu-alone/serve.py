import torch


def place(model):
    return model.eval().tpu()  # expect: DEV202
