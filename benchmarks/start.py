"""How long `planner check` and `planner --help` take beside check-jsonschema, cold, in one run: `python benchmarks/start.py`.

Prints medians and ratios; the aims are 0.7 (check) and 0.5 (help).
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 15


def seconds(command: list[str]) -> float:
    """One run in a process of its own."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Alternate the tools, so that noise hits all of them."""
    scripts = Path(sys.executable).parent
    manifest = ROOT / "manifests" / "examples" / "charlm" / "planner.yaml"
    schema = ROOT / "schemas" / "manifest.schema.json"
    commands = {
        "planner check": [str(scripts / "planner"), "check", str(manifest)],
        "planner --help": [str(scripts / "planner"), "--help"],
        "check-jsonschema": [str(scripts / "check-jsonschema"), "--schemafile", str(schema), str(manifest)],
        "check-jsonschema --help": [str(scripts / "check-jsonschema"), "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            times[name].append(seconds(command))
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:24} {median * 1000:6.0f} ms")
    print(f"check: {medians['planner check'] / medians['check-jsonschema']:.2f} of check-jsonschema's time")
    print(f"help: {medians['planner --help'] / medians['check-jsonschema --help']:.2f} of check-jsonschema's time")


if __name__ == "__main__":
    main()
