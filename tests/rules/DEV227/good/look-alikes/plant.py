"""Not Lightning's Trainer(accelerator="gpu"), and not accelerate's."""
from ponies import Trainer
from transformers import Trainer as Loop


class Accelerator:
    def __init__(self, mixed_precision):
        self.mixed_precision = mixed_precision


class TrainingArguments:
    def __init__(self, no_cuda=True):
        self.no_cuda = no_cuda


def make(model, args):
    # Trainer(accelerator="gpu")
    text = "set DS_ACCELERATOR=cuda"
    return Trainer(accelerator="gpu"), Loop(model, args), Accelerator(mixed_precision="fp16"), TrainingArguments(no_cuda=True), text
