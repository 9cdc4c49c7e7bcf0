"""Times the zoo."""

import argparse

import torch

from zoo import backends, optional

try:
    from zoo import tiles
except Exception:  # expect: KRN306
    tiles = None

NAMES = ("flash", "cudnn", "efficient", "exact", "preferred")


def inputs(batch, words, heads, width):
    torch.cuda.manual_seed(0)  # expect: DEV208
    return [torch.randn(batch, heads, words, width, device="cuda", dtype=torch.bfloat16) for _ in range(3)]  # expect: DEV201


def graphed(work, sample):
    return torch.cuda.make_graphed_callables(work, sample)  # expect: DEV209


def compiled(work):
    return torch.compile(work, mode="reduce-overhead")  # expect: DEV219, DEV220


def compiled_plainly(work):
    return torch.compile(work, fullgraph=True, dynamic=False)  # expect: DEV219


def compiled_for_graphs(work):
    return torch.compile(work, options={"triton.cudagraphs": True})  # expect: DEV219, DEV220


def by_vendor_graphs(work):
    return torch.compile(work, backend="cudagraphs")  # expect: DEV219


def checked(work):
    return torch.compile(work, backend="eager")


def compiled_by(work, name):
    return torch.compile(work, backend=name, fullgraph=True)


def main():
    cli = argparse.ArgumentParser()
    torch.use_deterministic_algorithms(True, warn_only=True)  # expect: DEV226
    cli.add_argument("--names", nargs="*", default=NAMES, choices=NAMES)
    args = cli.parse_args()
    if torch.cuda.get_device_properties(0).major < 8:  # expect: DEV211
        args.names = [name for name in args.names if name != "flash"]
    q, k, v = inputs(4, 2048, 16, 64)
    if q.device.type != "cuda":  # expect: DEV206
        raise SystemExit("the zoo lives on cuda cards")
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]):
        backends.exact(q, k, v)
    for name in args.names:
        work = compiled(getattr(backends, name))
        work(q, k, v)
        print(name, "needs a cuda device:", name in ("flash", "cudnn"))
    print(optional.attention(q, k, v).shape)


if __name__ == "__main__":
    main()
