"""Files that somebody else wrote: whatever is in them, reading ends in statements or in one clear refusal."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.load import load_catalog
from planner.matrix.observe import environments_seen
from planner.readers.life import read_life
from planner.vocabulary.position import InputError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["torch==2.8.0", "torch>2,<1", "3.11", "", "pytorch=2.1", "$x", "cu126"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["pip", "args", "with", "build", "build-args", "python-version", "run", "dependencies", "package", "name", "version", "neuron_devices", "neuron_device", "instance_type"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def read(files):
    try:
        return environments_seen(read_life(files), {}, load_catalog())
    except InputError:
        return None


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(data=VALUES, name=st.sampled_from(["environment.yml", "ci.yaml", "conda-lock.yml", "neuron.json", "r.txt"]))
def test_any_data_in_any_file(data, name):
    read([(name, json.dumps(data).encode())])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("environment.yml", "dependencies: [python=3.10, {pip: }]\n"),
        ("pyproject.toml", "[project]\nname = 'p'\noptional-dependencies = ['x']\n"),
        ("pyproject.toml", "[project]\ndependencies = 3\n[tool]\nuv = 3\n[dependency-groups]\na = 3\n"),
        ("pyproject.toml", "[tool.poetry]\nsource = 3\n[tool.poetry.dependencies]\ntorch = 3\nx = [{version = 1}]\n"),
        ("pyproject.toml", "a = " + "[" * 100_000),
        ("uv.lock", "package = [1, {name = 3}, {name = 'torch', version = '2.8.0', source = 3}]\n"),
        ("neuron.json", '{"neuron_devices": 5}'),
        ("neuron.json", "[" * 100_000),
        ("r.txt", "torch>=2.0\ntorch<2.4\ntorch>2.3,!=2.3.*\n"),
        ("Dockerfile", "FROM\nFROM a AS\nARG\nRUN pip install 'torch\n"),
    ],
)
def test_shapes_that_no_tool_writes(name, text):
    read([(name, text.encode())])


@pytest.mark.parametrize(
    "text", ["NVIDIA-SMI\n|  0 " + " " * 50_000, "PyTorch version: 2.1\nPython version: 3\nOS: " + "Ubuntu" * 20_000]
)
def test_a_report_of_one_endless_line_names_no_device(text):
    seen = read([("report.txt", text.encode())])
    assert seen
    assert seen[0].environment.accelerator is None
