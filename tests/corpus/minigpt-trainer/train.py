"""Trains a small character-level GPT. Alone: `python train.py`; on several devices: `torchrun train.py`."""

import argparse
import os
import time
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from model import GPT, GPTConfig


def parse():
    cli = argparse.ArgumentParser()
    cli.add_argument("--device", default="cuda", help="cpu, cuda, cuda:1, ...")  # expect: DEV201
    cli.add_argument("--backend", default="nccl")  # expect: DST502
    cli.add_argument("--data", type=Path, default=Path("data/plays"))
    cli.add_argument("--steps", type=int, default=5000)
    cli.add_argument("--batch", type=int, default=32)
    cli.add_argument("--resume", type=Path)
    return cli.parse_args()


def place(args):
    """The device of this process, its rank and the number of processes."""
    if "RANK" not in os.environ:
        return args.device, 0, 1
    dist.init_process_group(args.backend)
    local = int(os.environ["LOCAL_RANK"])
    device = f"cuda:{local}"  # expect: DEV201
    torch.cuda.set_device(device)  # expect: DEV203
    dist.barrier(device_ids=[local])  # expect: DST505
    return device, dist.get_rank(), dist.get_world_size()


def batches(path, batch, width, device, on_gpu):
    tokens = np.memmap(path, dtype=np.uint16, mode="r")
    while True:
        starts = np.random.randint(0, len(tokens) - width - 1, size=batch)
        x = torch.stack([torch.from_numpy(tokens[s : s + width].astype(np.int64)) for s in starts])
        y = torch.stack([torch.from_numpy(tokens[s + 1 : s + 1 + width].astype(np.int64)) for s in starts])
        if on_gpu:
            # page-locked host memory lets the copy overlap with the last step
            x, y = x.pin_memory(), y.pin_memory()
        yield x.to(device, non_blocking=True), y.to(device, non_blocking=True)


def main():
    args = parse()
    device, rank, world = place(args)
    on_gpu = "cuda" in device  # expect: DEV206
    half = torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16  # expect: DEV211
    torch.manual_seed(1337)
    torch.cuda.manual_seed(2000 + rank)  # expect: DEV208
    torch.backends.cuda.matmul.allow_tf32 = True  # expect: DEV214
    torch.backends.cudnn.allow_tf32 = True  # expect: DEV214
    autocast = torch.autocast("cuda", dtype=half) if on_gpu else nullcontext()  # expect: DEV207

    config = GPTConfig()
    model = GPT(config).to(device)
    optimizer = model.optimizer(lr=6e-4)
    if args.resume:
        saved = torch.load(args.resume, map_location=device)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
    scaler = torch.cuda.amp.GradScaler(enabled=half is torch.float16)  # expect: DEV207
    model = torch.compile(model)  # expect: DEV219
    if world > 1:
        model = DistributedDataParallel(model)

    stream = batches(args.data / "train.bin", args.batch, config.width, device, on_gpu)
    began = time.perf_counter()
    for step in range(args.steps):
        x, y = next(stream)
        with autocast:
            loss = model(x, y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)
        if rank == 0 and step % 100 == 0:
            torch.cuda.synchronize()  # expect: DEV203
            seconds = time.perf_counter() - began
            peak = torch.cuda.max_memory_allocated() / 2**20  # expect: DEV210
            print(f"step {step}: loss {loss.item():.3f}, {seconds:.1f} s, {peak:.0f} MiB on the cuda device")
    if world > 1:
        dist.destroy_process_group()


if __name__ == "__main__":
    main()
