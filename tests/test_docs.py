"""Generated pages hold what the code says, and the README's commands are what CI runs."""

import re
import subprocess
import sys

import pytest

from planner.cli.exits import Exit
from planner.cli.main import _VERBS
from tests.conftest import ROOT


@pytest.mark.slow
def test_the_page_of_routes_is_what_the_catalog_gives():
    subprocess.run([sys.executable, str(ROOT / "docs" / "routes.py"), "--check"], check=True)


def test_the_readme_has_two_commands_and_they_are_those_of_a_fresh_start():
    commands = re.findall(r"^pip install .*$", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    assert commands == [
        "pip install . && planner plan manifests/examples/charlm -o migration",
        "pip install '.[test]' && pytest",
    ]
    assert "grep '^pip install' README.md" in (ROOT / ".ci" / "run").read_text()


def test_the_readme_lists_every_exit_code_and_every_verb():
    text = (ROOT / "README.md").read_text()
    for code in Exit:
        assert f"| {int(code)} |" in text
    for verb in _VERBS:
        assert f"`{verb}`" in text or f"`{verb} " in text, verb


def test_every_decision_note_is_short():
    for path in (ROOT / "docs" / "decisions").glob("*.md"):
        assert len(path.read_text().splitlines()) < 40, path
