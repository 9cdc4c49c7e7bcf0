"""How fast the catalog answers, and a thousand manifests beside check-jsonschema: `python benchmarks/matrix.py`.

Aims: catalog loaded in 60 ms, a judgement in 2 ms, a route or a solve in 50 ms, a thousand manifests five times as fast.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from planner.catalog.load import load_catalog
from planner.manifest.load import load_manifest
from planner.matrix.judge import Judge
from planner.matrix.route import find_route
from planner.matrix.solve import solve

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "manifests" / "examples" / "charlm" / "planner.yaml"
AS_OF = date(2026, 12, 1)
RUNS = 5
MANIFESTS = 1000


def milliseconds(action: Callable[[], object]) -> float:
    """The median of some runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def main() -> None:
    """Print each time, and the ratio of the last comparison."""
    catalog = load_catalog()
    declared = load_manifest(EXAMPLE.read_bytes(), "planner.yaml", catalog)
    source, target = declared.environments["h100"], declared.environments["trn2"]
    warm = Judge(catalog, AS_OF)
    warm.judge(source)
    print(f"catalog loaded           {milliseconds(lambda: load_catalog().facts):8.1f} ms")
    print(f"judgement, new judge     {milliseconds(lambda: Judge(catalog, AS_OF).judge(source)):8.1f} ms")
    print(f"judgement, warm          {milliseconds(lambda: warm.judge(source)):8.1f} ms")
    print(f"route of the example     {milliseconds(lambda: find_route(source, target, Judge(catalog, AS_OF))):8.1f} ms")
    pair = ["nvidia-h100", "aws-trn2"]
    print(
        f"solve torch and Python   {milliseconds(lambda: solve(pair, ['torch', 'python'], Judge(catalog, AS_OF))):8.1f} ms"
    )
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number in range(MANIFESTS):
            path = Path(folder) / str(number) / "planner.yaml"
            path.parent.mkdir()
            shutil.copy(EXAMPLE, path)
            paths.append(str(path))
        scripts = Path(sys.executable).parent
        schema = str(ROOT / "schemas" / "manifest.schema.json")
        ours = milliseconds(
            lambda: subprocess.run([str(scripts / "planner"), "check", *paths], check=True, capture_output=True)
        )
        peer = milliseconds(
            lambda: subprocess.run(
                [str(scripts / "check-jsonschema"), "--schemafile", schema, *paths], check=True, capture_output=True
            )
        )
    print(f"{MANIFESTS} manifests, planner          {ours:8.0f} ms")
    print(f"{MANIFESTS} manifests, check-jsonschema {peer:8.0f} ms")
    print(f"planner is {peer / ours:.1f} times as fast")


if __name__ == "__main__":
    main()
