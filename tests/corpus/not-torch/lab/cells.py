"""Simulates a few neurons and stores what they do. No tensor library is used."""

import multiprocessing
import os
import sqlite3
from dataclasses import dataclass

import numpy as np

# "cuda" is the name of a fish database (barracuda), and of its table
TABLE = "cuda"
COLUMNS = ("neuron", "mps", "volts")


@dataclass
class Neuron:
    device: str = "electrode:0"
    mps: float = 0.3
    threshold: float = -55.0

    def to(self, channel):
        """Moves the probe to a channel of the amplifier."""
        return Neuron(f"electrode:{channel}", self.mps, self.threshold)

    def cuda(self):
        return f"{self.device} in the barracuda tank"

    def synchronize(self):
        return None


def is_available(device):
    return device.startswith("electrode")


def potential(neuron, seconds, rate=1000):
    steps = np.arange(int(seconds * rate), dtype=np.float64)
    voltage = neuron.threshold + 20 * np.exp(-steps / rate) * np.cos(steps * neuron.mps)
    return voltage[np.nonzero(voltage > neuron.threshold)]


def store(path, neurons):
    with sqlite3.connect(path) as database:
        database.execute(f"CREATE TABLE IF NOT EXISTS {TABLE} (neuron TEXT, mps REAL, volts REAL)")
        rows = [(n.device, n.mps, float(potential(n, 0.1).max())) for n in neurons]
        database.executemany("INSERT INTO cuda (neuron, mps, volts) VALUES (?, ?, ?)", rows)


def simulate_all(neurons):
    context = multiprocessing.get_context("fork")
    with context.Pool(os.cpu_count()) as pool:
        return pool.starmap(potential, [(n, 1.0) for n in neurons])


def main():
    cells = [Neuron().to(0), Neuron(mps=0.5).to(1)]
    print([cell.cuda() for cell in cells], is_available("electrode:0"))
    simulate_all(cells)
    store("fish.db", cells)


if __name__ == "__main__":
    main()
