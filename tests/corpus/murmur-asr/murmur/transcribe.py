"""Command line: `python -m murmur.transcribe talk.wav`."""

import argparse

import torch

from murmur.align import cheapest


def load(name, device=None):
    if device is None:
        device = "cuda" if torch.cuda.is_available() else "cpu"  # expect: DEV201, DEV203
    half = device != "cpu"
    net = torch.jit.load(f"{name}.pt", map_location=device)
    net = net.half() if half else net
    return torch.compile(net, mode="reduce-overhead", dynamic=False)  # expect: DEV219, DEV220


def energies(samples, filters):
    bands = torch.nn.functional.conv1d(samples[:, None], filters, stride=160)
    return bands.square().clamp(min=1e-10).log10()


def rotate(phase):
    """Turns every bin by its phase; used when a recording is slowed down."""
    return torch.exp(1j * phase.to(torch.complex64))  # expect: DEV222


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("audio")
    cli.add_argument("--model", default="murmur-base", choices=["murmur-base", "murmur-cuda-int8"])
    cli.add_argument("--device", default=None, help="such as cuda:0; found by itself when left out")
    args = cli.parse_args()
    net = load(args.model, args.device)
    if args.device is None and not torch.cuda.is_available():  # expect: DEV203
        net = net.float()
    for words, costs in net.words(args.audio):
        print(words, cheapest(costs)[-1].argmin())


if __name__ == "__main__":
    main()
