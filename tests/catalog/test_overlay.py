"""A project's own facts: validated like ours, stronger than ours only where they say which fact they replace."""

import shutil

import pytest

from tests.conftest import CHARLM

HEAD = """format: 1
subject: ours
sources:
  own: {title: our own runs, locator: tests/report.xml, publisher: our team, published: "2026-11-20", read: 2026-11-20, kind: third-party}
"""


@pytest.fixture
def project(tmp_path):
    shutil.copytree(CHARLM, tmp_path / "p")
    return tmp_path / "p"


def change(project, old, new):
    path = project / "planner.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_an_overlay_turns_unknown_into_known(project, planner):
    change(project, "torch: 2.14.0", "torch: 2.14.1")
    assert planner("check", project, "--environment", "trn2")[0] == 12
    (project / "planner.facts.yaml").write_text(
        HEAD
        + "facts:\n"
        + "  - {id: own-torch, constraint: sdk-torch, about: {sdk: neuron-2.33.0, torch: '==2.14.1'}, allows: {torch: '==2.14.1'}, sources: [own], replaces: neuron-2.33.0-torch-releases}\n"
        + "  - {id: own-python, constraint: sdk-python, about: {sdk: neuron-2.33.0, torch: '==2.14.1'}, allows: {python: ['3.14']}, sources: [own]}\n"
        + "  - {id: own-wheel, constraint: neuron-wheels, about: {sdk: neuron-2.33.0, torch: '==2.14.1'}, allows: {python: ['3.14']}, sources: [own]}\n"
    )
    code, out, _ = planner("check", project, "--environment", "trn2")
    assert code == 0, out


def test_an_overlay_may_name_an_accelerator_of_its_own(project, planner):
    change(project, "accelerator: nvidia-h100", "accelerator: acme-1")
    assert planner("check", project)[0] == 2
    (project / "planner.facts.yaml").write_text(
        HEAD
        + "records:\n  - {kind: accelerator, name: acme-1, values: {stack: cuda, capability: '9.0'}, sources: [own]}\n"
    )
    assert planner("check", project, "--environment", "h100")[0] in (10, 12)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            "facts:\n  - {id: x, constraint: sdk-torch, about: {}, allows: {torch: '>=2'}, sources: [nobody]}\n",
            "no source has the id 'nobody'",
        ),
        (
            "facts:\n  - {id: cuda-12.6-torch, constraint: sdk-torch, about: {}, allows: {torch: '>=2'}, sources: [own]}\n",
            "'cuda-12.6-torch' again",
        ),
        (
            "facts:\n  - {id: x, constraint: sdk-torch, about: {}, allows: {torch: '>=2'}, sources: [own], replaces: nothing}\n",
            "no fact has the id 'nothing'",
        ),
        ("records: [\n", "not YAML"),
    ],
)
def test_a_mistake_is_refused_with_file_and_line(project, planner, rows, says):
    (project / "planner.facts.yaml").write_text(HEAD + rows)
    code, out, err = planner("check", project)
    assert code == 2
    assert says in out + err
    assert "planner.facts.yaml:" in out + err


def test_diff_tells_what_changed_and_which_environments_that_touches(tmp_path, project, planner):
    from planner.catalog.load import DATA

    old = tmp_path / "old"
    shutil.copytree(DATA / "manifests" / "catalog", old)
    path = old / "cuda.yaml"
    text = path.read_text()
    assert "id: cuda-12-driver" in text
    path.write_text(text.replace('driver: ">=525.60.13"', 'driver: ">=999"'))
    code, out, _ = planner("catalog", "diff", old, "--project", project)
    assert code == 0
    assert "changed: fact cuda-12-driver" in out
    assert "h100: unsupported → supported" in out
    assert "changes: 1" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show"], "torch-python"),
        (["show", "os"], "ubuntu-26.04"),
        (["show", "torch-python"], "torch"),
        (["show", "neuron-2.33.0"], "aws-trn2"),
        (["sources"], "pypi"),
        (["disputes"], "the narrower"),
        (["age", "--as-of", "2027-12-01"], "365 days"),
    ],
)
def test_the_catalog_can_be_read(planner, arguments, says):
    code, out, _ = planner("catalog", *arguments)
    assert code == 0
    assert says in out


def test_an_unknown_subject_names_the_nearest(planner):
    code, _, err = planner("catalog", "show", "torch-pyton")
    assert code == 2
    assert "torch-python" in err
