import argparse
from dataclasses import dataclass, field

import click


@dataclass
class Options:
    name: str = "base"
    device: str = "cuda"  # expect: DEV201
    sizes: list = field(default_factory=list)


def load(path, *, device="cuda:0", strict=True):  # expect: DEV201
    return path, device, strict


warm = lambda model, device="cuda": model.to(device)  # noqa: E731  # expect: DEV201


class Engine:
    """Runs a model. `device="cuda"` is no longer the only choice."""

    DEVICE = "hpu"  # expect: DEV201

    def __init__(self, device: str = "cuda", dtype: str = "float16"):  # expect: DEV201
        self.device = device
        self.dtype = dtype


def parser():
    result = argparse.ArgumentParser(description="trains on cuda or cpu")
    result.add_argument("--device", default="cuda", help="such as cuda:1")  # expect: DEV201
    result.add_argument("--toolkit", default="cuda")
    return result


@click.command()
@click.option("--device", default="cuda")  # expect: DEV201
def main(device):
    print(device)
