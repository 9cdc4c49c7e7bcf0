"""Trains a voice on several cards."""

import os

import oneccl_bindings_for_pytorch  # expect: IMG402
import torch
import torch.distributed as dist

from speak import Voice

RANK = int(os.environ["RANK"])


def main():
    os.environ["ZE_AFFINITY_MASK"] = str(RANK)  # expect: DST503
    dist.init_process_group(backend="ccl")  # expect: DST502
    device = f"xpu:{RANK}"  # expect: DEV201
    voice = torch.nn.parallel.DistributedDataParallel(Voice().to(device))
    optimizer = torch.optim.Adam(voice.parameters(), lr=1e-3, foreach=True)  # expect: DEV223
    torch.use_deterministic_algorithms(True)  # expect: DEV226
    torch.xpu.manual_seed(5 + RANK)  # expect: DEV224
    for _ in range(1000):
        ids = torch.randint(0, 64, (16, 120)).to(device)
        loss = voice(ids).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    if RANK == 0:
        torch.save({k: v.cpu() for k, v in voice.module.state_dict().items()}, "voices/new.pt")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
