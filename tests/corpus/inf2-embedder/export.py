"""Compiles a sentence encoder for Inferentia ahead of time."""

import argparse
import os

import torch
import torch_neuronx  # expect: IMG402
from transformers import AutoModel, AutoTokenizer

os.environ["NEURON_CC_FLAGS"] = "--model-type=transformer"  # expect: DST503
os.environ["NEURON_RT_VISIBLE_CORES"] = "0-1"  # expect: DST503

LENGTHS = (64, 128, 256)


class Mean(torch.nn.Module):
    """Mean over the words that are no padding; every shape is fixed."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, ids, mask):
        words = self.encoder(ids, attention_mask=mask).last_hidden_state
        weights = mask[..., None].to(words.dtype)
        return (words * weights).sum(1) / weights.sum(1).clamp(min=1)


def export(name, folder):
    encoder = Mean(AutoModel.from_pretrained(name)).eval()
    for length in LENGTHS:
        example = (torch.zeros(8, length, dtype=torch.long), torch.ones(8, length, dtype=torch.long))
        traced = torch_neuronx.trace(encoder, example, compiler_args=["--auto-cast=none"])  # expect: DEV224
        torch.jit.save(traced, os.path.join(folder, f"encoder-{length}.pt"))


def check(name, folder):
    """The traced script against the host, on one text about neurons and their cells."""
    words = AutoTokenizer.from_pretrained(name)
    text = words(["a neuron is a cell"] * 8, padding="max_length", max_length=64, return_tensors="pt")
    plain = Mean(AutoModel.from_pretrained(name)).eval()(text.input_ids, text.attention_mask)
    compiled = torch.jit.load(os.path.join(folder, "encoder-64.pt"))(text.input_ids, text.attention_mask)
    print((plain - compiled).abs().max())


if __name__ == "__main__":
    cli = argparse.ArgumentParser()
    cli.add_argument("name")
    cli.add_argument("folder")
    args = cli.parse_args()
    export(args.name, args.folder)
    check(args.name, args.folder)
