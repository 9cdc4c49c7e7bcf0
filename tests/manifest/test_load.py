"""The manifest: strict, every fault at once, each with its place."""

import json
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.load import load_catalog
from planner.cli.main import run
from planner.manifest.load import load_manifest
from planner.manifest.schema import manifest_schema
from planner.vocabulary.position import InputError
from tests.conftest import CHARLM, ROOT

GOOD = """version: 1
name: x
workload: {phase: training, command: [python, train.py]}
environments:
  base: {python: 3.10, torch: 2.14.0, packages: [numpy], run: {ranks: 8, options: {lnc: 2}}}
  a: {extends: base, accelerator: H100, sdk: cuda-13.0, run: {batch: 4}}
  b: {extends: a, accelerator: cpu, sdk: cpu, packages: []}
"""


def load(text):
    return load_manifest(text.encode(), "planner.yaml", load_catalog())


def problems(text):
    with pytest.raises(InputError) as error:
        load(text)
    return [(problem.position.line, problem.what, problem.fix) for problem in error.value.problems]


def test_environments_inherit_merge_nested_keys_and_replace_the_rest():
    environments = load(GOOD).environments
    assert environments["a"].python == "3.10"
    assert environments["a"].accelerator == "nvidia-h100"
    assert (environments["a"].run.ranks, environments["a"].run.batch) == (8, 4)
    assert environments["a"].run.options == (("lnc", "2"),)
    assert environments["a"].packages == ("numpy",)
    assert environments["b"].packages == ()


def test_the_place_of_an_inherited_value_is_where_it_is_said():
    declared = load(GOOD)
    assert declared.where_in("b", "python").line == 5
    assert declared.where_in("b", "accelerator").line == 7


def chain(length):
    links = "".join(f"  e{number}: {{extends: e{number - 1}}}\n" for number in range(1, length + 1))
    return GOOD + "  e0: {python: 3.12}\n" + links


def test_a_chain_of_extends_may_be_long_but_not_endless():
    assert load(chain(32)).environments["e32"].python == "3.12"
    assert problems(chain(3000)) == [
        (
            41,
            "'e33' extends one environment over another, more than 32 in a row",
            "let it extend nothing, or shorten the chain to 32",
        )
    ]
    (line, what, _), *others = problems(chain(3000).replace("e0: {python: 3.12}", "e0: {extends: e3000}"))
    assert (line, what[:4], others) == (8, "'e0'", [])


@pytest.mark.parametrize(
    ("declared", "arch"),
    [
        ("accelerator: nvidia-gh200, arch: arm64", "aarch64"),
        ("accelerator: nvidia-gh200, arch: aarch64", "aarch64"),
        ("accelerator: apple-m2, arch: aarch64", "arm64"),
        ("accelerator: cpu, image: {os: macos-15}, arch: arm64", "arm64"),
        ("accelerator: cpu, image: {os: ubuntu-24.04}, arch: arm64", "aarch64"),
        ("accelerator: cpu, arch: x86_64", "x86_64"),
        ("accelerator: cpu", None),
    ],
)
def test_one_processor_has_one_spelling_on_each_platform(declared, arch):
    assert load(GOOD + f"  c: {{{declared}}}\n").environments["c"].arch == arch


@pytest.mark.parametrize("amount", ["1e999", "-1e999"])
def test_a_price_is_a_finite_number(amount):
    cost = f"cost: {{currency: USD, hourly: {{a: {{amount: {amount}, source: quote, date: 2026-01-01}}}}}}\n"
    ((line, what, _),) = problems(GOOD + cost)
    assert line == 8
    assert f"must be a finite number (found '{amount}')" in what


def test_a_build_in_the_version_is_split_off():
    torch = load(GOOD.replace("torch: 2.14.0", "torch: 2.14.0+cu130")).environments["a"].torch
    assert (torch.release, torch.build) == ("2.14.0", "cu130")


@pytest.mark.parametrize(
    ("change", "line", "says", "fix"),
    [
        (("phase: training", "phase: playing"), 3, "workload.phase", ""),
        (("phase: training", "fase: training"), 3, "unknown key 'workload.fase'", "'phase'"),
        (("python: 3.10", "python: 2.7"), 5, "environments.base.python", ""),
        (("ranks: 8", "ranks: eight"), 5, "environments.base.run.ranks", ""),
        (("ranks: 8", "ranks: true"), 5, "environments.base.run.ranks", ""),
        (("ranks: 8", "ranks: 0"), 5, "greater than or equal to 1", ""),
        (("extends: base", "extends: bass"), 6, "no environment is called 'bass'", "did you mean 'base'"),
        (("H100", "H1000"), 6, "no accelerator is called 'H1000'", "nvidia-h100"),
        (("extends: a", "extends: b"), 7, "b extends b: a circle", ""),
        (("version: 1", "version: 2"), 1, "version", ""),
        (("packages: [numpy]", "packages: ['numpy @ http://x']"), 5, "packages.0", ""),
        (("packages: [numpy]", 'packages: ["numpy\\nRUN evil"]'), 5, "packages.0", ""),
        (("name: x", "name: 'x; rm -rf /'"), 2, "name", ""),
        (("batch: 4", "env: {'A=1;B': 2}"), 6, "the name of an environment variable", ""),
        (("run: {batch: 4}", "arch: amd65"), 6, "environments.a.arch", ""),
    ],
)
def test_a_fault_is_named_with_its_line_and_what_to_do(change, line, says, fix):
    found = problems(GOOD.replace(*change))
    assert any(line == at and says in what and fix in how for at, what, how in found), found


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../b", "~/x", "C:/x", "a\\..\\..\\b"])
def test_no_path_leaves_the_project(path):
    text = GOOD + f"files: {{unmanaged: ['{path}']}}\n"
    assert any("must stay inside the project" in what for _, what, _ in problems(text))


def test_all_faults_are_reported_at_once():
    text = (
        GOOD.replace("phase: training", "phase: x").replace("ranks: 8", "ranks: x").replace("python: 3.10", "pyton: 3")
    )
    assert len(problems(text)) == 3


def test_references_are_checked_everywhere():
    text = GOOD + (
        "migration: {from: a, to: nowhere}\n"
        "accept: [{judgement: x, environment: nowhere, reason: y, until: 2027-01-01}]\n"
        "operations: {capacity: [{environment: nowhere, region: r, kind: owned}]}\n"
        "cost: {currency: USD, hourly: {nowhere: {amount: 1.0, source: quote, date: 2026-01-01}}}\n"
    )
    assert [line for line, what, _ in problems(text) if "no environment is called 'nowhere'" in what] == [8, 9, 10, 11]


def test_a_migration_needs_two_accelerators_and_two_ends():
    assert "has no accelerator" in problems(GOOD + "migration: {from: a, to: base}\n")[0][1]
    assert "starts where it ends" in problems(GOOD + "migration: {from: a, to: a}\n")[0][1]


@pytest.mark.parametrize("text", ["", "[]", "text", "# only a comment\n"])
def test_nothing_is_no_manifest(text):
    assert problems(text)[0][0] <= 1


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_any_bytes_give_an_exit_code_and_never_a_traceback(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("any")
    (folder / "planner.yaml").write_bytes(content)
    assert run(["check", str(folder)]) in (0, 2, 3, 10, 12)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_manifest_with_any_value_anywhere_gives_an_exit_code(tmp_path_factory, data):
    lines = (CHARLM / "planner.yaml").read_text().splitlines()
    index = data.draw(st.integers(0, len(lines) - 1))
    piece = data.draw(
        st.sampled_from(
            ["{}", "[]", "~", "-1", "1e400", "'x'", "{a: b}", "2.14.0+cu999", "ubuntu-99.99", '"\\0"', "3.99"]
        )
    )
    key, colon, _ = lines[index].partition(":")
    lines[index] = f"{key}{colon} {piece}" if colon else piece
    folder = tmp_path_factory.mktemp("any")
    (folder / "planner.yaml").write_text("\n".join(lines))
    assert run(["check", str(folder)]) in (0, 2, 3, 10, 12)


def test_the_committed_schema_is_the_models_schema():
    assert json.loads((ROOT / "schemas" / "manifest.schema.json").read_text()) == manifest_schema()


def test_the_example_is_valid_by_the_schema_for_another_tool():
    command = [
        "check-jsonschema",
        "--schemafile",
        str(ROOT / "schemas" / "manifest.schema.json"),
        str(CHARLM / "planner.yaml"),
    ]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    "change", [("ranks: 64", "ranks: many"), ("phase: training", "phase: x"), ("name: charlm\n", "nome: charlm\n")]
)
def test_the_schema_refuses_what_the_models_refuse(tmp_path, change):
    path = tmp_path / "planner.yaml"
    path.write_text((CHARLM / "planner.yaml").read_text().replace(change[0], change[1], 1))
    command = ["check-jsonschema", "--schemafile", str(ROOT / "schemas" / "manifest.schema.json"), str(path)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    assert run(["check", str(tmp_path)]) == 2
