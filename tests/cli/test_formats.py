"""Each verb prints each format; none is loaded that is not asked for."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from planner.findings.finding import finding
from planner.findings.formats import FORMATS
from planner.findings.report import Report, Section
from planner.vocabulary.position import Position
from tests.conftest import CHARLM
from tests.findings.runner import commands

VERBS: dict[str, list[str | Path]] = {
    "check": ["check", CHARLM],
    "scan": ["scan", CHARLM],
    "judge": ["matrix", "judge", "--accelerator", "nvidia-h100", "--with", "torch=2.6.0"],
    "age": ["catalog", "age"],
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", FORMATS)
def test_a_verb_prints_a_format_and_the_same_one_each_time(planner, verb, name):
    arguments = [*VERBS[verb], "--as-of", "2026-12-01", "--format", name]
    code, out, err = planner(*arguments)
    assert code in (0, 10, 12), err
    assert out.endswith("\n")
    assert planner(*arguments) == (code, out, err)
    if name in ("json", "sarif"):
        json.loads(out)
    if name == "junit":
        ElementTree.fromstring(out.encode())
    if name == "github":
        assert len(commands(out)) == len(out.splitlines()) - 1


@pytest.mark.parametrize("name", ["sarif", "junit", "github", "markdown"])
def test_half_a_character_can_be_printed(name):
    half = "\udc80"
    found = finding(
        "ENV101", half, Position(half), why=half, fix=half, symbol=half, suppressed="", effects={half: half}, facts=("f",)
    )  # fmt: skip
    known = replace(found, suppressed=half)
    section = Section("Things", [], [half])
    assert FORMATS[name](Report("scan", "", half, [found, known], {"s": section}, [half], {"f": [half]})).encode()


def test_other_formats_are_refused(planner):
    code, _, err = planner("scan", CHARLM, "--format", "xml")
    assert code == 2
    assert all(f"'{name}'" in err for name in FORMATS)


def test_a_format_is_loaded_when_it_is_asked_for():
    script = (
        f"import sys; from planner.cli.main import run; run(['check', {str(CHARLM)!r}]); print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines())
    assert "planner.findings.formats.text" in loaded
    assert not loaded & {f"planner.findings.formats.{name}" for name in FORMATS if name != "text"}
    assert "xml.etree.ElementTree" not in loaded
