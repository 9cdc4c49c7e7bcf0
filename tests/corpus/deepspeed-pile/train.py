"""Pre-training with DeepSpeed."""

import argparse
import os

import deepspeed  # expect: IMG402
import torch
from apex.normalization import FusedRMSNorm  # expect: IMG402
from deepspeed.accelerator import get_accelerator  # expect: IMG402
from torch import nn


class Net(nn.Module):
    def __init__(self, words=32_000, width=1024):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.norm = FusedRMSNorm(width)  # expect: DEV224
        self.head = nn.Linear(width, words)

    def forward(self, ids):
        return self.head(self.norm(self.table(ids)))


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--local_rank", type=int, default=-1)
    cli.add_argument("--steps", type=int, default=1000)
    cli = deepspeed.add_config_arguments(cli)
    args = cli.parse_args()
    deepspeed.init_distributed(dist_backend="nccl")  # expect: DST502
    os.environ["CUDA_LAUNCH_BLOCKING"] = "0"  # expect: DST503
    torch.cuda.manual_seed_all(4242)  # expect: DEV208
    engine, _, loader, _ = deepspeed.initialize(args=args, model=Net(), training_data=torch.zeros(64, 512).long())
    name = get_accelerator().device_name(args.local_rank)
    for step, ids in zip(range(args.steps), loader, strict=False):
        ids = ids.to(name)
        loss = nn.functional.cross_entropy(engine(ids)[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
        with torch.cuda.nvtx.range("backward"):  # expect: DEV212
            engine.backward(loss)
        engine.step()
        if step % 50 == 0 and engine.global_rank == 0:
            used = torch.cuda.memory_allocated(args.local_rank)  # expect: DEV210
            spare = get_accelerator().available_memory()
            print(f"{step} {loss.item():.3f} used {used} spare {spare}")
        if step % 500 == 0:
            get_accelerator().empty_cache()


def capture(engine, sample):
    """Records a step as a graph."""
    static = sample.pin_memory("cuda").clone()  # expect: DEV217
    graph = torch.cuda.CUDAGraph()  # expect: DEV209
    side = torch.cuda.Stream()  # expect: DEV209
    with torch.cuda.stream(side):  # expect: DEV209
        engine(static)
    with torch.cuda.graph(graph):  # expect: DEV209
        out = engine(static)
    return graph, static, out


if __name__ == "__main__":
    main()
