"""The GitHub action: its steps are run by bash as a runner does it, and no input becomes code or a command."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from planner.findings.formats import FORMATS
from tests.conftest import ROOT
from tests.findings.runner import commands

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
INSTALL, RUN = ACTION["runs"]["steps"]
PLANNER = f"#!/bin/sh\nexec '{sys.executable}' -P -c 'from planner.cli.main import main; main()' \"$@\"\n"
# stands for a Python that makes environments: writes down what it is told, and is the Python in what it makes
PYTHON = """#!/bin/sh
{ printf '%s' "$0"; printf ' [%s]' "$@"; echo; } >> "$TOLD"
for last; do :; done
case "$*" in *" venv "*) mkdir -p "$last/bin" && cp "$0" "$last/bin/python" ;; esac
"""
HOSTILE = [
    "$(touch pwned)", "`touch pwned`", '"; touch pwned; #', "'; touch pwned; '", "a b\n touch pwned", "--help", "-h",
    "::error::x", "\n::error::x", "##[error]x", "${{ x }}", "*", "~",
]  # fmt: skip


@pytest.fixture
def temp(tmp_path):
    """A runner's folders, with planner where the first step puts it."""
    folder = tmp_path / "temp"
    (folder / "torch-planner" / "bin").mkdir(parents=True)
    planner = folder / "torch-planner" / "bin" / "planner"
    planner.write_text(PLANNER)
    planner.chmod(0o755)
    (tmp_path / "work").mkdir()
    return folder


def run(step, temp, environment=None, **inputs):
    """A step's exit code, what it printed and its outputs."""
    known = {f"inputs.{name}": value.get("default", "") for name, value in ACTION["inputs"].items()}
    known |= {f"inputs.{name.replace('_', '-')}": value for name, value in inputs.items()} | {
        "github.action_path": str(ROOT)
    }
    given = {name: known[value.removeprefix("${{ ").removesuffix(" }}")] for name, value in step["env"].items()}
    files = {name: temp / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    for file in files.values():
        file.write_text("")
    script = temp / "step.sh"
    script.write_text(step["run"])
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
        cwd=temp.parent / "work", capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, **files, "RUNNER_TEMP": str(temp), **given, **(environment or {})},
    )  # fmt: skip
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    assert not list(temp.parent.rglob("pwned"))
    return done.returncode, done.stdout + done.stderr, outputs


def repository(temp, name="."):
    folder = temp.parent / "work" / name
    folder.mkdir(exist_ok=True)
    (folder / "a.py").write_text("import torch\nx = torch.zeros(1).cuda()\n")


def test_the_action_is_valid():
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-actions",
        str(ROOT / "action.yml"),
    ]
    subprocess.run(command, check=True)


def test_inputs_reach_a_script_through_its_environment_alone():
    for step in (INSTALL, RUN):
        assert "uses" not in step
        assert "${{" not in step["run"]
    used = {value for step in (INSTALL, RUN) for value in step["env"].values()}
    assert used == {f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]} | {"${{ github.action_path }}"}
    assert all(f"`{name}`" in ACTION["inputs"]["format"]["description"] for name in FORMATS)


@pytest.mark.tools
def test_shellcheck_finds_nothing(tmp_path):
    for number, step in enumerate((INSTALL, RUN)):
        script = tmp_path / f"{number}.sh"
        script.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{step['run']}")
        subprocess.run(["shellcheck", script], check=True)


def test_a_scan_leaves_a_report_and_its_exit_code(temp):
    repository(temp)
    code, _, outputs = run(RUN, temp)
    assert (code, outputs["exit-code"]) == (0, "0")
    assert outputs["report"].endswith(".sarif")
    log = json.loads(Path(outputs["report"]).read_text())
    assert log["runs"][0]["results"][0]["ruleId"] == "DEV202"


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("json", ".json"), ("junit", ".xml"), ("markdown", ".md"), ("text", ".txt"), ("github", ".txt")],
)
def test_findings_fail_the_step_and_the_report_is_there_all_the_same(temp, name, suffix):
    repository(temp)
    code, printed, outputs = run(RUN, temp, format=name, fail_on="warning")
    assert (code, outputs["exit-code"]) == (10, "10")
    report = Path(outputs["report"])
    assert report.suffix == suffix
    assert (report.read_text() in printed) is (name in ("text", "github"))
    assert len(commands(printed)) == (1 if name == "github" else 0)
    assert (temp / "github_step_summary").read_text() == (report.read_text() if name == "markdown" else "")


def test_a_manifest_is_checked(temp):
    repository(temp)
    code, printed, outputs = run(RUN, temp, command="check")
    assert (code, outputs) == (3, {"report": "", "exit-code": "3"})
    assert "nothing to check" in printed


@pytest.mark.parametrize("hostile", HOSTILE)
def test_an_input_is_one_word_of_the_command_and_nothing_else(temp, hostile):
    told = temp / "told"
    (temp / "torch-planner" / "bin" / "planner").write_text(
        '#!/bin/sh\nprintf "%s\\0" "$@" > "$TOLD"\nprintf "%s" "$7" >&2\nprintf "%s\\n::notice::said" "$7"\n'
    )
    inputs = dict.fromkeys(("path", "fail_on", "baseline", "diff"), hostile)
    code, printed, outputs = run(RUN, temp, {"TOLD": str(told)}, **inputs, format="text")
    assert (code, outputs["exit-code"]) == (0, "0")
    assert told.read_text().split("\0")[:-1] == [
        "scan", "--format=text", f"--fail-on={hostile}", f"--baseline={hostile}", f"--diff={hostile}", "--", hostile,
    ]  # fmt: skip
    assert commands(printed) == []
    _, printed, _ = run(RUN, temp, {"TOLD": str(told)}, **inputs, format="github")
    assert "said" in [item.data for item in commands(printed)]
    assert run(RUN, temp, {"TOLD": str(told)}, format=hostile)[0] == 0
    assert told.read_text().split("\0")[1] == f"--format={hostile}"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_command_is_one_of_two(temp, hostile):
    code, printed, outputs = run(RUN, temp, command=hostile)
    assert (code, outputs) == (2, {})
    assert [item.data for item in commands(printed)] == ["the input command is neither check nor scan"]


def test_a_folder_is_named_by_what_it_is_called_and_its_lack_is_no_command(temp):
    for hostile in ("$(touch pwned)", "--help", "::error::x"):
        code, printed, outputs = run(RUN, temp, path=hostile)
        assert (code, outputs) == (2, {"report": "", "exit-code": "2"})
        assert hostile in printed
        assert commands(printed) == []
        repository(temp, hostile)
        code, printed, outputs = run(RUN, temp, path=hostile, format="github")
        assert (code, outputs["exit-code"]) == (0, "0")
        assert [item.name for item in commands(printed)] == ["warning"]


def test_what_a_file_is_called_is_no_command_in_the_log(temp):
    repository(temp)
    (temp.parent / "work" / "::error::x.py").write_text("import torch\nx = torch.zeros(1).cuda()\n")
    _, printed, _ = run(RUN, temp, format="text")
    assert "\n::error::x.py:2" in printed
    assert commands(printed) == []


@pytest.fixture
def fake(temp):
    """Environment variables with stand-ins for `python3` and `python` on the PATH, and what they were told."""
    folder = temp.parent / "bin"
    folder.mkdir()
    for name in ("python3", "python"):
        (folder / name).write_text(PYTHON)
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}", "TOLD": str(temp.parent / "told")}


@pytest.mark.parametrize(
    ("inputs", "source"),
    [
        ({}, str(ROOT)),
        ({"version": "1.2"}, "torch-planner==1.2"),
        ({"version": "$(touch pwned)"}, "torch-planner==$(touch pwned)"),
    ],
)
def test_the_checkout_of_the_action_is_installed_or_a_version(temp, fake, inputs, source):
    code, printed, _ = run(INSTALL, temp, fake, **inputs)
    assert code == 0, printed
    told = Path(fake["TOLD"]).read_text().splitlines()
    assert told[-1].startswith(f"{temp}/torch-planner/bin/python [-I] [-m] [pip] [install] ")
    assert told[-1].endswith(f" [--] [{source}]")
    assert all(" [-I] " in line for line in told)


def test_an_older_python_is_passed_over_and_the_lack_of_one_is_told(temp, fake):
    Path(fake["PATH"].split(":")[0], "python3").write_text("#!/bin/sh\nexit 1\n")
    assert run(INSTALL, temp, fake)[0] == 0
    assert "/python [-I] [-m] [venv]" in Path(fake["TOLD"]).read_text()
    Path(fake["PATH"].split(":")[0], "python").write_text("#!/bin/sh\nexit 1\n")
    code, printed, _ = run(INSTALL, temp, fake)
    assert code == 1
    assert [item.name for item in commands(printed)] == ["error"]


@pytest.mark.slow
def test_it_installs_and_runs_beside_a_repository_that_shadows_modules(temp):
    for module in ("venv", "pip", "ensurepip", "planner", "json", "click"):
        (temp.parent / "work" / f"{module}.py").write_text("open('pwned', 'w')\n")
    repository(temp)
    code, printed, _ = run(INSTALL, temp)
    assert code == 0, printed
    code, printed, outputs = run(RUN, temp)
    assert code == 0, printed
    assert json.loads(Path(outputs["report"]).read_text())["runs"][0]["results"]
