"""Asks an inference server by the name of Triton; and drives a pump by its device driver."""

import argparse

import numpy as np
import tritonclient.http as triton

DEVICE = "/dev/pump0"
UNITS = {"speed": "mps", "flow": "l/min", "accelerator": "pedal"}


class Pump:
    def __init__(self, device=0, backend="serial"):
        self.device = device
        self.backend = backend
        self.stream = None

    def open(self):
        self.stream = open(DEVICE, "r+b", buffering=0)
        return self

    def accelerator(self, mps):
        self.stream.write(f"accelerate {mps} mps\n".encode())


def jit(function):
    """Marks what is called just in time."""
    function.late = True
    return function


@jit
def pressure(values):
    return np.asarray(values).astype(np.float64).mean()


def infer(client, name, rows):
    wanted = triton.InferInput("rows", rows.shape, "FP32")
    wanted.set_data_from_numpy(rows.astype(np.float32))
    return client.infer(name, [wanted]).as_numpy("scores")


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--url", default="triton.internal:8000")
    cli.add_argument("--pump", default="pump:0")
    args = cli.parse_args()
    client = triton.InferenceServerClient(args.url)
    print(infer(client, "neuron-spikes", np.zeros((1, 4))), pressure([1, 2]))
    Pump(device=1).open().accelerator(3)


if __name__ == "__main__":
    main()
