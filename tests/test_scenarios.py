"""Scenarios: a small project, a command, an exit code, the output. Adding a test is adding a folder.

`command` holds the verb's arguments, one line; `exit` the code; `project/` the files (copied away before the run);
`expected.txt` what is printed, standard output first. `pytest tests/test_scenarios.py --regenerate` writes the last one
anew: read the difference before you commit it.
"""

import shlex
import shutil
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "scenarios"
CASES = sorted(path.parent for path in FOLDER.rglob("command"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_scenario(case, tmp_path, monkeypatch, planner, request):
    project = tmp_path / "project"
    if (case / "project").is_dir():
        shutil.copytree(case / "project", project)
    else:
        project.mkdir()
    monkeypatch.chdir(project)
    code, out, err = planner(*shlex.split((case / "command").read_text()))
    said = out + (f"--- standard error\n{err}" if err else "")
    expected = case / "expected.txt"
    if request.config.getoption("--regenerate"):
        expected.write_text(said)
    assert said == expected.read_text()
    assert code == int((case / "exit").read_text())
    assert str(tmp_path) not in said
