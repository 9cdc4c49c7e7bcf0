"""How fast a folder is scanned, beside ast-grep and semgrep in one run: `python benchmarks/scan.py FOLDER [--semgrep]`.

Without a folder: torch as it is installed here, about as much Python as a large repository. Aims: all rules in twice the
time that ast-grep takes for one pattern, a tenth of what semgrep takes for ten rules, linear in files, 400 MB. Prints
medians, ratios, the share that half of the files takes, and the memory of the largest process.
"""

import argparse
import hashlib
import importlib.util
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RULES = Path(__file__).parent / "semgrep.yaml"
RUNS = 3


def seconds(command: list[str], codes: tuple[int, ...] = (0, 10)) -> tuple[float, bytes]:
    """One run in a process of its own, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode not in codes:
        raise SystemExit(f"{command[0]}: exit {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return time.perf_counter() - start, done.stdout


def installed_torch() -> Path:
    """The folder of the torch that is installed here."""
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        raise SystemExit("name a folder, or install torch")
    return Path(found.origin).parent


def halved(folder: Path, to: Path) -> Path:
    """Every second Python file of a folder."""
    for number, path in enumerate(sorted(folder.rglob("*.py"))):
        if number % 2:
            target = to / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return to


def main() -> None:
    """Alternate the tools, so that noise hits all of them."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", nargs="?", type=Path)
    options.add_argument("--semgrep", action="store_true", help="minutes more: semgrep with ten rules")
    given = options.parse_args()
    folder = (given.folder or installed_torch()).resolve()
    scripts = Path(sys.executable).parent
    planner = [str(scripts / "planner"), "scan", "--format", "json", "--fail-on", "never"]
    commands = {
        "planner": [*planner, str(folder)],
        "planner, one process": [*planner, "--jobs", "1", str(folder)],
        "ast-grep": [str(scripts / "ast-grep"), "run", "-p", "torch.cuda.$F($$$A)", "-l", "py", str(folder)],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    printed: dict[str, set[str]] = {name: set() for name in commands}
    with tempfile.TemporaryDirectory() as scratch:
        commands["planner, half of the files"] = [*planner, str(halved(folder, Path(scratch)))]
        times["planner, half of the files"] = []
        for _ in range(RUNS):
            for name, command in commands.items():
                # ast-grep ends with 1 where nothing matches
                taken, output = seconds(command, (0, 1))
                times[name].append(taken)
                printed.setdefault(name, set()).add(hashlib.sha256(output).hexdigest())
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    if given.semgrep:
        command = [
            str(scripts / "semgrep"),
            "scan",
            "--config",
            str(RULES),
            "--metrics=off",
            "--disable-version-check",
            "--quiet",
            "--json",
            str(folder),
        ]
        times["semgrep, ten rules"] = [seconds(command, (0, 1))[0]]
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:28} {median:6.2f} s")
    print(f"planner / ast-grep           {medians['planner'] / medians['ast-grep']:6.2f}   (aim 2)")
    if given.semgrep:
        print(f"semgrep / planner            {medians['semgrep, ten rules'] / medians['planner']:6.2f}   (aim 10)")
    print(
        f"half of the files / all      {medians['planner, half of the files'] / medians['planner']:6.2f}   (linear: 0.5)"
    )
    print(f"largest process              {memory:6.0f} MB (aim 400)")
    same = printed["planner"] | printed["planner, one process"]
    print(f"the same bytes each time     {len(same) == 1}")
    if len(same) != 1:
        raise SystemExit("the scan is not the same twice")


if __name__ == "__main__":
    main()
