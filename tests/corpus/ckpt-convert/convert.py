"""Turns training checkpoints into what the server loads, and back."""

import argparse
import re
from pathlib import Path

import numpy as np
import torch

RENAMED = {r"^module\.": "", r"\.attn\.cuda_fused_qkv\.": ".attn.qkv."}


def read_training(path):
    """A checkpoint of the trainer: its tensors carry the device that wrote them."""
    return torch.load(path)  # expect: DEV218


def read_sharded(folder, rank):
    part = Path(folder) / f"shard-{rank}.pt"
    return torch.load(part, map_location=f"cuda:{rank}", weights_only=True)  # expect: DEV218


def read_old(path):
    return torch.load(path, map_location=lambda storage, _: storage.cuda())  # expect: DEV202, DEV218


def read_intel(path):
    return torch.load(path, map_location="xpu")  # expect: DEV218


def read_first(path):
    return torch.load(path, map_location=0)  # expect: DEV216


def read_anywhere(path):
    return torch.load(path, map_location="cpu", weights_only=True)


def read_where(path, device):
    return torch.load(path, map_location=device, mmap=True)


def rename(state):
    for pattern, new in RENAMED.items():
        state = {re.sub(pattern, new, name): value for name, value in state.items()}
    return state


def merge(folder, count):
    shards = [read_sharded(folder, rank) for rank in range(count)]
    return {name: torch.cat([shard[name].to("cuda:0") for shard in shards]) for name in shards[0]}  # expect: DEV201


def to_numpy(state):
    # the host has float64, whatever device the numbers came from
    return {name: value.cpu().double().numpy().astype(np.float32) for name, value in state.items()}


def dtype_of(state):
    value = next(iter(state.values()))
    return "half" if isinstance(value, torch.cuda.HalfTensor) else "single"  # expect: DEV213


def main():
    cli = argparse.ArgumentParser(description="Converts checkpoints; no cuda device is needed for --host.")
    cli.add_argument("source", type=Path)
    cli.add_argument("target", type=Path)
    cli.add_argument("--host", action="store_true")
    args = cli.parse_args()
    state = rename((read_anywhere if args.host else read_training)(args.source))
    print(f"{len(state)} tensors of {dtype_of(state)}, written by cuda or another device")
    torch.save({name: value.detach().cpu() for name, value in state.items()}, args.target)
    np.savez(args.target.with_suffix(".npz"), **to_numpy(state))


if __name__ == "__main__":
    main()
