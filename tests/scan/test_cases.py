"""Situations from real migrations, each a small project and what a scan must say of it: `cases/<name>/project/` with
`expected.yaml` beside it. Adding a test is adding a folder.

`findings` are places that must be reported with these effects on these targets; `listed`: the inventory is enough. `class` and
`says` (a part of the text) are checked where they stand. On the lines of `silent` nothing may be reported. `portable`: nothing is
bound for AMD, Intel or Neuron.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.findings.report import Report
from planner.findings.rule import rule_ids
from planner.readers.tree import read_tree
from planner.scan.inventory import Coupling, CouplingClass, Inventory
from planner.scan.report import scan_report
from planner.scan.scan import scan
from tests.conftest import AS_OF

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())
KEYS = {"says", "portable", "findings", "silent"}
FINDING_KEYS = {"file", "line", "rule", "effects"}
MORE_KEYS = {"listed", "class", "says"}
EFFECTS = {"works", "breaks", "degrades", "ignored", "review"}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_found_is_what_the_situation_does(name):
    expected = _expected(name)
    inventory, report = _scanned(name)
    wrong = [said for entry in expected["findings"] for said in _missing(entry, inventory)]
    reported = {(item.position.path, item.position.line): item for item in report.findings if not item.suppressed}
    wrong += [
        f"{item.position}: {item.rule} is reported, though {entry['because']}: {item.message}"
        for entry in expected["silent"]
        if (item := reported.get((entry["file"], entry["line"])))
    ]
    if expected["portable"]:
        wrong += [
            f"{item.position}: {item.rule} {item.symbol} is bound" for item in inventory.couplings if _binds(item)
        ]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_expected_stands_in_the_files(name):
    expected = _expected(name)
    assert expected.keys() == KEYS
    for entry in expected["findings"]:
        assert entry.keys() >= FINDING_KEYS
        assert entry.keys() <= FINDING_KEYS | MORE_KEYS
        assert entry["rule"] in rule_ids()
        assert entry["effects"].keys() <= set(_catalog().targets)
        assert set(entry["effects"].values()) <= EFFECTS
    assert all(entry.keys() == {"file", "line", "because"} for entry in expected["silent"])
    for entry in (*expected["findings"], *expected["silent"]):
        lines = (CASES / name / "project" / entry["file"]).read_text(encoding="utf-8").split("\n")
        assert 1 <= entry["line"] <= len(lines), entry
        assert lines[entry["line"] - 1].strip(), entry


def _missing(entry: dict[str, Any], inventory: Inventory) -> list[str]:
    """What an expected entry asks for and the inventory does not hold, as a line of text."""
    place = f"{entry['file']}:{entry['line']}"
    here = [
        item
        for item in inventory.couplings
        if (item.position.path, item.position.line) == (entry["file"], entry["line"])
    ]
    of_rule = [item for item in here if item.rule == entry["rule"]]
    if any(_fits(entry, item) for item in of_rule):
        return []
    wanted = {key: value for key, value in entry.items() if key not in ("file", "line")}
    found = [
        {
            "symbol": item.symbol, "finding": item.finding, "class": item.cls.value, "says": item.says,
            "effects": {target: item.effects.get(target) for target in entry["effects"]},
        }
        for item in of_rule
    ]  # fmt: skip
    others = f"only {sorted({item.rule for item in here})}" if here else "nothing"
    return [f"{place}: wanted {wanted}, found {found or others}"]


def _fits(entry: dict[str, Any], item: Coupling) -> bool:
    return (
        all(item.effects.get(target) == effect for target, effect in entry["effects"].items())
        and (item.finding or entry.get("listed", False))
        and item.cls == entry.get("class", item.cls)
        and entry.get("says", "") in item.says
    )


def _binds(item: Coupling) -> bool:
    effects = {item.effects.get(target) for target in ("rocm", "xpu", "neuron")}
    return item.cls is CouplingClass.BOUND and item.finding and not effects.isdisjoint({"breaks", "degrades"})


def _expected(name: str) -> dict[str, Any]:
    expected: dict[str, Any] = yaml.safe_load((CASES / name / "expected.yaml").read_text(encoding="utf-8"))
    return expected


def _scanned(name: str) -> tuple[Inventory, Report]:
    tree = read_tree(CASES / name / "project")
    inventory = scan(tree, _catalog())
    return inventory, scan_report(tree, inventory, _catalog(), AS_OF)


@cache
def _catalog() -> Catalog:
    return load_catalog()
