"""A project's own facts: validated like ours, stronger than ours only where they say which fact they replace."""

import json
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.compile import compile_catalog
from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.vocabulary.position import InputError
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


DISPUTE = "disputes:\n  - {id: d, question: q, reading: r, record: os/ubuntu-24.04, value: end_of_life, narrower: %s,\n     claims: %s}\n"
CLAIMS = "[{says: a, sources: [own], value: 2029-05-31}, {says: b, sources: [own], value: 2029-06-30}]"
CONSTRAINT = (
    "constraints:\n  - {id: c, rule: ENV101, layers: [torch], at: torch, needs: [torch], fails: run, asks: '%s'}\n"
)
FACT = "facts:\n  - {id: x, constraint: sdk-torch, about: %s, allows: {torch: '>=2'}, sources: %s, note: %s}\n"
RECORD = "records:\n  - {kind: %s, name: x, sources: [own], values: %s}\n"
SYMBOL = "symbols:\n  - {name: a.b, rule: %s, says: s, effects: %s, sources: [own]}\n"


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("weights: [1]\n", "weights is not a mapping"),
        ("weights: {beta: '2'}\n", "weights is not a mapping, each value a whole number"),
        ("weights: {betta: 2}\n", "'betta' is not among"),
        (DISPUTE % ("foo", CLAIMS), "'foo' is not among 1, 2"),
        (DISPUTE % ("3", CLAIMS), "'3' is not among 1, 2"),
        (DISPUTE % ("1", "[{says: a, sources: [own]}, {says: b, sources: [own]}]"), "a claim on end_of_life without value"),
        (DISPUTE % ("1", CLAIMS.replace("2029-05-31", "soon")), "'soon' is no date"),
        (DISPUTE % ("1", "{}"), "claims is not a list"),
        (DISPUTE % ("1", "[a, b]"), "claims is not a list, each item a mapping"),
        (FACT % ("[x]", "[own]", "n"), "about is not a mapping"),
        (FACT % ("{torch: [[x]]}", "[own]", "n"), "about is not a mapping"),
        (FACT % ("{}", "3", "n"), "sources is not a list"),
        (FACT % ("{}", "[own]", "[3]"), "note is not a text"),
        (RECORD % ("os", "3"), "values is not a mapping"),
        (RECORD % ("accelerator", "{stack: [x]}"), "accelerator x: stack is not a text"),
        (RECORD % ("accelerator", "{aliases: x}"), "accelerator x: aliases is not a list"),
        (RECORD % ("image", "{pattern: x}"), "an image without a pattern and what it gives"),
        (RECORD % ("image", "{pattern: '(', gives: {}}"), "an image without a pattern"),
        (RECORD % ("image", "{pattern: '(?P<a>x)', gives: {os: '{b}'}}"), "gives has the field 'b'"),
        (CONSTRAINT % "a {nope}", "asks has the field 'nope'"),
        (CONSTRAINT % "a {torch.__class__}", "asks has the field 'torch.__class__'"),
        (CONSTRAINT % "a {torch:>999999999}", "asks has the field 'torch'"),
        (CONSTRAINT % "a {", "asks has the field"),
        (CONSTRAINT.replace("fails: run", "fails: badly") % "a", "'badly' is not among"),
        (SYMBOL % ("DEV203", "3"), "effects is not a mapping"),
        (SYMBOL % ("DEV203", "{cuda: [x]}"), "effects is not a mapping"),
        (SYMBOL % ("dev", "{}"), "rule is not a rule's id"),
        ("profiles: {p: {cuda: [x]}}\n", "['x'] is not among"),
    ],
)  # fmt: skip
def test_what_has_another_shape_is_refused_with_file_and_line(project, planner, rows, says):
    (project / "planner.facts.yaml").write_text(HEAD + rows)
    code, out, err = planner("check", project)
    assert code == 2
    assert says in out + err
    assert "planner.facts.yaml:" in out + err


def test_all_faults_of_an_overlay_are_reported_at_once():
    rows = "weights: [1]\n" + DISPUTE % ("foo", CLAIMS) + CONSTRAINT % "a {nope}" + RECORD % ("os", "3")
    with pytest.raises(InputError) as error:
        compile_catalog({"planner.facts.yaml": (HEAD + rows).encode()})
    assert len(error.value.problems) == 5  # and no record is called os/ubuntu-24.04 in this file alone


# plain data as YAML nests it, with the words that rows are made of
WORDS = st.sampled_from(["own", "os", "image", "1", "2", "torch", "{torch}", "{", "(", ">=2", "==2.*", "2026-12-01", "ENV101", "run", "works", "beta"])  # fmt: skip
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(0, 9) | WORDS | st.text("aß{}[]:%\\\n", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
ROWS = {
    "sources": ("title", "locator", "publisher", "published", "read", "kind"),
    "constraints": ("id", "rule", "layers", "at", "needs", "asks", "fails", "applies"),
    "records": ("kind", "name", "sources", "values", "status", "note"),
    "facts": ("id", "constraint", "about", "allows", "sources", "note", "replaces"),
    "disputes": ("id", "question", "claims", "narrower", "reading", "constraint", "record", "value"),
    "symbols": ("name", "rule", "says", "sources", "profile", "effects"),
    "profiles": ("cuda", "cpu"),
    "weights": ("beta", "unknown"),
}
LIKELY = {
    "sources": ["own"], "layers": ["torch"], "needs": ["torch"], "about": {"torch": ">=2"}, "allows": {"torch": ">=2"},
    "applies": {}, "values": {"pattern": "x", "gives": {}}, "effects": {"cuda": "works"}, "kind": "os", "rule": "ENV101",
    "claims": [{"says": "a", "sources": ["own"], "value": "2026-12-01"}] * 2, "narrower": 1, "fails": "run",
    "constraint": None, "record": None, "value": None, "profile": None, "replaces": None, "status": "beta",
    "asks": "{torch}", "read": "2026-12-01", "cuda": "works", "cpu": "works", "beta": 1, "unknown": 2,
}  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_an_overlay_of_any_data_compiles_or_is_refused(data):
    section = data.draw(st.sampled_from(sorted(ROWS)))
    row = {key: LIKELY.get(key, "x") for key in ROWS[section]}
    row |= data.draw(st.dictionaries(st.sampled_from(ROWS[section]), DATA, max_size=2))
    shaped = {"profiles": {"p": row}, "sources": {"s": row}, "weights": row}.get(section, [row])
    content = HEAD.replace("sources:\n", "sources:\n  s: " + json.dumps(row) + "\n") if section == "sources" else HEAD
    if section != "sources":
        content += f"{section}: {json.dumps(data.draw(st.sampled_from([shaped, row]) | DATA))}\n"
    try:
        catalog = Catalog("", compile_catalog({"planner.facts.yaml": content.encode()}))
    except InputError:
        return
    for view in ("records", "facts", "disputes", "symbols", "aliases", "targets", "package_names"):
        getattr(catalog, view)
    for constraint in catalog.constraints.values():
        assert constraint.asks.format_map(dict.fromkeys(("torch", *constraint.needs, *constraint.applies), "x"))


@pytest.mark.parametrize("content", [b"{}", b"[]", b"3", b"\xff", b"", b'{"digest": "other"}', b"[" * 100_000])
def test_a_cache_that_holds_something_else_is_compiled_anew(tmp_path, monkeypatch, project, content):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (project / "planner.facts.yaml").write_text(HEAD)
    digest = load_catalog(project).digest
    (cached,) = (tmp_path / "cache").rglob("catalog-*.json")
    cached.write_bytes(content)
    assert load_catalog(project).digest == digest
    assert json.loads(cached.read_bytes())["digest"] == digest
