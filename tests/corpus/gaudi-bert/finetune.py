"""Question answering with BERT on Gaudi."""

import argparse
import os

os.environ["PT_HPU_LAZY_MODE"] = "1"  # expect: DST503

import habana_frameworks.torch.core as htcore  # expect: IMG402
import habana_frameworks.torch.distributed.hccl  # expect: IMG402
import torch
from habana_frameworks.torch.hpex.optimizers import FusedAdamW  # expect: IMG402
from torch import nn
from transformers import AutoModelForQuestionAnswering, get_linear_schedule_with_warmup

try:
    from habana_frameworks.torch.hpex.normalization import FusedRMSNorm  # expect: IMG402
except Exception:  # expect: KRN306
    FusedRMSNorm = None


def normed(x, gain):
    return FusedRMSNorm.apply(x, gain, 1e-6)  # expect: KRN303


def model(name):
    net = AutoModelForQuestionAnswering.from_pretrained(name, attn_implementation="sdpa")
    return net.to("hpu")  # expect: DEV201


def steps(net, loader, optimizer, schedule):
    for batch in loader:
        batch = {name: value.to("hpu", non_blocking=True) for name, value in batch.items()}  # expect: DEV201
        with torch.autocast(device_type="hpu", dtype=torch.bfloat16):  # expect: DEV207
            loss = net(**batch).loss
        loss.backward()
        htcore.mark_step()  # expect: DEV224
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        htcore.mark_step()  # expect: DEV224
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        yield loss


def exact(losses):
    """Sum over an epoch, without rounding."""
    return torch.stack(losses).to(torch.float64).sum()  # expect: DEV222


def memory():
    """Bytes in use, for the log; the log says "Gaudi" whatever the name of the card."""
    return torch.hpu.max_memory_allocated()  # expect: DEV224


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--name", default="bert-large-uncased")
    cli.add_argument("--rate", type=float, default=3e-5)
    args = cli.parse_args()
    if int(os.environ.get("WORLD_SIZE", 1)) > 1:
        torch.distributed.init_process_group(backend="hccl")  # expect: DST502
    net = model(args.name)
    optimizer = FusedAdamW(net.parameters(), lr=args.rate)  # expect: KRN303
    schedule = get_linear_schedule_with_warmup(optimizer, 100, 2000)
    for number, loss in enumerate(steps(net, [], optimizer, schedule)):
        if number % 100 == 0:
            print(number, float(loss), memory())
    net.to("cpu").save_pretrained("out")


if __name__ == "__main__":
    main()
