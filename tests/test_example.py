"""The sample migration is a real project: it trains, its tests pass, and the manifest says what its files say."""

import os
import subprocess
import sys

import pytest

from tests.conftest import CHARLM


@pytest.mark.torch
def test_its_regression_tests_pass():
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/regression"], cwd=CHARLM, check=True
    )


@pytest.mark.torch
def test_it_trains_on_the_cpu(tmp_path):
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "train.py", "--steps", "20", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=CHARLM, env=environment, check=True, capture_output=True, text=True)
    assert "validation loss" in done.stdout
    assert (tmp_path / "charlm.pt").is_file()


def test_the_manifest_says_what_requirements_and_dockerfile_say():
    manifest = (CHARLM / "planner.yaml").read_text()
    assert "torch==2.11.0" in (CHARLM / "requirements.txt").read_text()
    assert "torch: 2.11.0" in manifest
    base = (CHARLM / "Dockerfile").read_text().splitlines()[0].removeprefix("FROM ")
    assert f'base: "{base}"' in manifest


def test_the_example_passes_its_own_check(planner):
    assert planner("check", CHARLM, "--as-of", "2026-12-01")[0] == 0


def test_every_coupling_a_reader_sees_is_in_the_inventory(planner):
    import json

    data = json.loads(planner("scan", CHARLM, "--format", "json", "--fail-on", "never")[1])
    found = {(item["path"], item["symbol"]) for item in data["inventory"]["couplings"]}
    for symbol in ("torch.cuda.manual_seed_all", "torch.cuda.set_device", "torch.cuda.is_available", "nccl", '"cuda"'):
        assert ("charlm/train.py", symbol) in found
    assert [item["name"] for item in data["inventory"]["kernels"]] == ["_rms_norm_forward"]
