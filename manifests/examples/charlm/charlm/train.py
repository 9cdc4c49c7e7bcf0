"""Train a character model and save it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from charlm.data import TEXT, Vocabulary, all_windows, random_batch, split
from charlm.model import CharLM, Config

CHECKPOINT = "charlm.pt"
DEFAULT_BATCH = 32
LEARNING_RATE = 1e-3
LOG_EVERY = 20


def save_checkpoint(path: Path, model: CharLM, vocabulary: Vocabulary) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"config": asdict(model.config), "characters": vocabulary.characters, "model": model.state_dict()},
        path,
    )


def load_checkpoint(path: Path) -> tuple[CharLM, Vocabulary]:
    """Load a model and its vocabulary onto the CPU."""
    checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    model = CharLM(Config(**checkpoint["config"]))
    model.load_state_dict(checkpoint["model"])
    return model, Vocabulary(checkpoint["characters"])


def loss_of(model: nn.Module, inputs: Tensor, targets: Tensor) -> Tensor:
    """Return the mean cross-entropy in nats per character."""
    return F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten())


def to_device(batch: tuple[Tensor, Tensor], device: torch.device) -> tuple[Tensor, Tensor]:
    inputs, targets = batch
    if device.type == "cuda":
        inputs, targets = inputs.pin_memory(), targets.pin_memory()
    return inputs.to(device, non_blocking=True), targets.to(device, non_blocking=True)


def train(steps: int, batch: int, seed: int, out: Path, device: torch.device, local_rank: int | None = None) -> float:
    """Train for `steps` steps, save the checkpoint in `out`, and return the validation loss in nats per character.

    With a `local_rank`, this process is one of a process group: each draws its own batches, and the first saves.
    """
    rank = 0 if local_rank is None else dist.get_rank()
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    generator = torch.Generator().manual_seed(seed + rank)

    text = TEXT.read_text(encoding="utf-8")
    vocabulary = Vocabulary.of(text)
    training, validation = split(vocabulary.encode(text))

    model = CharLM(Config(vocabulary=len(vocabulary))).to(device)
    trained = model if local_rank is None else DistributedDataParallel(model, device_ids=[local_rank])
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)

    for step in range(1, steps + 1):
        inputs, targets = to_device(random_batch(training, batch, model.config.context, generator), device)
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=device.type == "cuda"):
            loss = loss_of(trained, inputs, targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0 and step % LOG_EVERY == 0:
            print(f"step {step}: training loss {loss.item():.4f}")

    # In float32 on every device, so that the losses of two devices compare.
    with torch.no_grad():
        validation_loss = loss_of(model, *to_device(all_windows(validation, model.config.context), device)).item()
    if rank == 0:
        print(f"validation loss {validation_loss:.4f}")
        save_checkpoint(out / CHECKPOINT, model, vocabulary)
    return validation_loss


def main(arguments: Sequence[str] | None = None) -> float:
    """Train as the command line says and return the validation loss; under torchrun, on one GPU per process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=250, help="optimizer steps (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=DEFAULT_BATCH, help="windows per step (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and batches (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("out"), help="checkpoint folder (default: %(default)s)")
    parser.add_argument("--device", help="device to train on (default: cuda where available, else cpu)")
    options = parser.parse_args(arguments)

    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        if options.device is not None:
            parser.error("--device does not go with WORLD_SIZE > 1: each process takes the GPU of its local rank")
        local_rank = int(os.environ["LOCAL_RANK"])
        torch.cuda.set_device(local_rank)
        dist.init_process_group("nccl")
        try:
            return train(
                options.steps, options.batch, options.seed, options.out, torch.device("cuda", local_rank), local_rank
            )
        finally:
            dist.destroy_process_group()

    device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    return train(options.steps, options.batch, options.seed, options.out, device)
