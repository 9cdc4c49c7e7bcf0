"""How well the scan finds what it should, on the labelled corpus and on labelled lines of public repositories.

python docs/accuracy.py                    # write docs/reference/accuracy.md
python docs/accuracy.py --check            # exit with 1 where it is out of date
python docs/accuracy.py --sample CLONE     # lines to be labelled: 40 that mention a device word
python docs/accuracy.py --sample-hits CLONE
python docs/accuracy.py --labels CLONES    # measure on clones of the labelled repositories, one folder each

A label speaks of one line: `bound`, the line ties the program to some accelerator; `guarded`, it does, and other devices take
another path; `none`. Lines and hits are drawn at random from a seed that is the repository's name.
"""

import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.findings.rule import rule, rule_ids
from planner.readers.tree import read_tree
from planner.scan.files import kind_of
from planner.scan.inventory import Inventory
from planner.scan.report import scan_report
from planner.scan.scan import scan

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "accuracy.md"
CORPUS = ROOT / "tests" / "corpus"
LABELS = ROOT / "tests" / "labels"
AS_OF = date(2026, 12, 1)
SAMPLE = 40
_EXPECT = re.compile(r"(?:#|//) expect: ([A-Z0-9]+(?:, ?[A-Z0-9]+)*)")
_DEVICE_WORD = re.compile(
    r"cuda|cudnn|nccl|nvidia|nvtx|nvml|gpu|triton|xla|neuron|habana|rocm|device|(?<![a-z])(?:hpu|npu|xpu|mps|hip|tpu)(?![a-z])", re.IGNORECASE
)
Place = tuple[str, int]


def corpus() -> dict[str, tuple[int, int, int]]:
    """For each rule: marked lines found, reported lines that are not marked, marked lines missed."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    catalog = load_catalog()
    for project in sorted(path for path in CORPUS.iterdir() if path.is_dir()):
        expected = set(marks(project))
        reported = {(item.position.path, item.position.line, item.rule) for item in _findings(project, catalog)}
        for _, _, id in expected & reported:
            counts[id][0] += 1
        for _, _, id in reported - expected:
            counts[id][1] += 1
        for _, _, id in expected - reported:
            counts[id][2] += 1
    return {id: (found, wrong, missed) for id, (found, wrong, missed) in sorted(counts.items())}


def marks(project: Path) -> Iterator[tuple[str, int, str]]:
    """The lines of a project that must be reported, each with its rule."""
    for path in sorted(path for path in project.rglob("*") if path.is_file()):
        name = path.relative_to(project).as_posix()
        if name == "expect.txt":
            for line in path.read_text(encoding="utf-8").splitlines():
                place, _, id = line.partition(" ")
                yield place.rpartition(":")[0], int(place.rpartition(":")[2]), id
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if match := _EXPECT.search(line):
                yield from ((name, number, id) for id in match[1].replace(" ", "").split(","))


def _findings(project: Path, catalog: Catalog):  # type: ignore[no-untyped-def]
    tree = read_tree(project)
    return [item for item in scan_report(tree, scan(tree, catalog), catalog, AS_OF, None).findings if item.rule in _SCANNED]


_SCANNED = frozenset(id for id in rule_ids() if id.startswith(("DEV", "KRN", "DST", "IMG4", "MEA")))
