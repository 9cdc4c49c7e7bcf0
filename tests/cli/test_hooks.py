"""The hooks for pre-commit: what they match, and that their commands are ours."""

import re
import shlex
import subprocess

import pytest
import yaml

from tests.conftest import CHARLM, ROOT

MANIFEST = ROOT / ".pre-commit-hooks.yaml"
CHECK, SCAN = yaml.safe_load(MANIFEST.read_text())


@pytest.mark.tools
def test_pre_commit_takes_the_hooks():
    subprocess.run(["pre-commit", "validate-manifest", MANIFEST], check=True)


@pytest.mark.parametrize(
    ("path", "matched"),
    [
        ("planner.yaml", True),
        ("a/b/planner.yaml", True),
        ("planner.facts.yaml", False),
        ("xplanner.yaml", False),
        ("planner.yaml.md", False),
    ],
)
def test_manifests_are_checked(path, matched):
    assert bool(re.search(CHECK["files"], path)) is matched


def test_the_check_takes_the_files_it_is_given(planner, tmp_path):
    (tmp_path / "planner.yaml").write_text("environments: [")
    command, *words = shlex.split(CHECK["entry"])
    assert command == "planner"
    assert CHECK.get("pass_filenames", True)
    code, out, err = planner(*words, *CHECK.get("args", []), CHARLM / "planner.yaml")
    assert code == 0, out + err
    code, out, err = planner(*words, *CHECK.get("args", []), CHARLM / "planner.yaml", tmp_path / "planner.yaml")
    assert code == 2, out + err


def test_the_scan_looks_at_the_whole_repository(planner, tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("import torch\nx = torch.zeros(1).cuda()\n")
    monkeypatch.chdir(tmp_path)
    command, *words = shlex.split(SCAN["entry"])
    assert command == "planner"
    assert SCAN["pass_filenames"] is False
    assert planner(*words, *SCAN["args"])[0] == 10
