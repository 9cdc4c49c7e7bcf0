"""Speech from text on Intel GPUs."""

import argparse

import intel_extension_for_pytorch as ipex  # expect: IMG402
import torch
from torch import nn


class Voice(nn.Module):
    def __init__(self, letters=64, width=256):
        super().__init__()
        self.table = nn.Embedding(letters, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, 80)

    def forward(self, ids):
        return self.out(self.rnn(self.table(ids))[0])


def precision(frames):
    return torch.bfloat16 if frames.is_xpu else torch.float32  # expect: DEV206


def where():
    if torch.xpu.is_available():  # expect: DEV224
        return "xpu"  # expect: DEV201
    return "cpu"


def load(path):
    voice = Voice().eval()
    voice.load_state_dict(torch.load(path, map_location="cpu"))
    voice = voice.to(where())
    return ipex.optimize(voice, dtype=torch.bfloat16)  # expect: DEV224


def speak(voice, ids):
    with torch.autocast("xpu", dtype=torch.bfloat16):  # expect: DEV207
        frames = voice(ids.xpu())  # expect: DEV202
    torch.xpu.synchronize()  # expect: DEV224
    return frames.float().cpu()


def faster(voice):
    return torch.compile(voice, backend="ipex")  # expect: DEV219


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("text")
    cli.add_argument("--voice", default="voices/ada.pt")
    args = cli.parse_args()
    ids = torch.tensor([[ord(letter) % 64 for letter in args.text]])
    print(speak(load(args.voice), ids).shape)


if __name__ == "__main__":
    main()
