"""The rules, each on folders of files: `rules/<RULE>/bad/<case>/` and `rules/<RULE>/good/<case>/`. Adding a test is
adding a folder.

A case with a `planner.yaml` is judged as by `planner check`, any other is scanned as by `planner scan`. A line that
must be reported ends in `# expect: DEV201` (`// expect:` in C++; several ids with commas). A bad case must report its
rule on exactly these lines; a good one must not report it at all. What is suppressed or accepted is not reported.
"""

import re
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.findings.finding import Finding, from_problems
from planner.findings.rule import rule_ids
from planner.manifest.load import NAME, load_manifest
from planner.matrix.check import check
from planner.matrix.judge import Judge
from planner.readers.tree import read_tree
from planner.scan.report import scan_report
from planner.scan.scan import scan
from planner.vocabulary.position import InputError

AS_OF = date(2026, 12, 1)
RULES = Path(__file__).parent / "rules"
CASES = sorted(path for path in RULES.glob("*/*/*") if path.is_dir())
EXPECT = re.compile(r"(?:#|//) expect: ([A-Z0-9]+(?:, ?[A-Z0-9]+)*)\s*$")

# rules that neither `check` nor `scan` reports on a folder of files
ELSEWHERE = {
    "RBK701": "a plan without a route: tests of plan",
    "RBK702": "a plan without a way back: tests of plan",
    "RBK703": "a plan without rollback values: tests of plan",
    "RBK704": "a plan with a point of no return: tests of plan",
    "MAN807": "a catalog file or overlay: tests of catalog",
    "MAN809": "a folder that is missing or a bare repository: tests of readers and cli",
    "MAN810": "a file given to `matrix judge` that cannot be read: tests of readers",
    "MAN811": "files given to `matrix judge` that contradict each other: tests of matrix",
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.relative_to(RULES).as_posix())
def test_reports_the_marked_lines_and_no_others(case):
    rule, kind = case.parts[-3:-1]
    expected = set(_expected(case, rule))
    assert bool(expected) == {"bad": True, "good": False}[kind], "a bad case marks a line, a good one none"
    assert sorted(_reported(case, rule)) == sorted(expected)


def test_every_rule_has_a_bad_and_a_good_case():
    kinds = {(case.parts[-3], case.parts[-2]) for case in CASES}
    wanted = {(rule, kind) for rule in set(rule_ids()) - ELSEWHERE.keys() for kind in ("bad", "good")}
    assert wanted - kinds == set(), "without a case"
    assert {rule for rule, _ in kinds} <= set(rule_ids()) - ELSEWHERE.keys(), "of no rule, or of one tested elsewhere"


def _expected(case: Path, rule: str) -> Iterable[tuple[str, int]]:
    for path in sorted(path for path in case.rglob("*") if path.is_file()):
        # not splitlines: a form feed ends no line
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").split("\n"), start=1):
            if (match := EXPECT.search(line)) and rule in match[1].replace(" ", "").split(","):
                yield path.relative_to(case).as_posix(), number


def _reported(case: Path, rule: str) -> set[tuple[str, int]]:
    findings = _judged(case) if (case / NAME).is_file() else _scanned(case)
    return {(item.position.path, item.position.line) for item in findings if item.rule == rule and not item.suppressed}


def _judged(case: Path) -> Iterable[Finding]:
    catalog = load_catalog(case) if (case / "planner.facts.yaml").is_file() else _catalog()
    try:
        declared = load_manifest((case / NAME).read_bytes(), NAME, catalog)
    except InputError as error:
        return from_problems(error)
    names = sorted(name for name, value in declared.environments.items() if value.accelerator)
    return check(declared, names, Judge(catalog, AS_OF)).findings


def _scanned(case: Path) -> Iterable[Finding]:
    tree = read_tree(case)
    return scan_report(tree, scan(tree, _catalog()), _catalog(), AS_OF).findings


@cache
def _catalog() -> Catalog:
    return load_catalog()
