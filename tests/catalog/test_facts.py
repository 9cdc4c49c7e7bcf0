"""Every row of the catalog can be argued with."""

from datetime import date
from itertools import combinations

import pytest

from planner.catalog.compile import catalog_files, compile_catalog
from planner.catalog.load import DATA
from planner.findings.rule import rule_ids
from planner.vocabulary.position import InputError
from planner.vocabulary.ranges import contains, fault


def test_every_row_has_sources_that_exist_and_ranges_that_hold_something(catalog):
    rows = [fact for facts in catalog.facts.values() for fact in facts]
    assert len(rows) > 300
    for fact in rows:
        assert fact.sources
        assert set(fact.sources) <= catalog.sources.keys(), fact.id
        for ranges in (fact.about, fact.allows):
            assert not [wrong for name, allowed in ranges.items() if (wrong := fault(name, allowed))], fact.id
        assert fact.allows, fact.id
    for record in catalog.records.values():
        assert record.sources, record.name
        assert set(record.sources) <= catalog.sources.keys(), record.name


def test_every_source_says_where_by_whom_and_when(catalog):
    for source in catalog.sources.values():
        assert source.title, source.id
        assert source.locator, source.id
        assert source.publisher, source.id
        assert source.published, source.id
        date.fromisoformat(source.read)


def test_a_fact_reads_only_what_its_constraint_needs(catalog):
    # an allowed value that nobody has to declare would be judged on a guess
    derived = {"stack", "platform", "product", "arch", "sdk_version", "lnc"}
    for constraint in catalog.constraints.values():
        for fact in catalog.facts.get(constraint.id, ()):
            assert set(fact.allows) <= {*constraint.needs, *derived}, fact.id


def test_a_constraint_names_every_layer_it_reads(catalog):
    # `nearest` changes no other layers than those
    layer_of = {
        "torch": "torch",
        "python": "python",
        "os": "image",
        "glibc": "image",
        "sdk": "sdk",
        "driver": "host",
        "host_os": "host",
    }
    for constraint in catalog.constraints.values():
        assert {layer_of[name] for name in constraint.needs if name in layer_of} <= set(constraint.layers), (
            constraint.id
        )


def test_every_constraint_has_a_rule_page_and_facts(catalog):
    for constraint in catalog.constraints.values():
        assert constraint.rule in rule_ids(), constraint.id
        assert catalog.facts.get(constraint.id), constraint.id


def test_no_two_rows_say_the_same_of_the_same(catalog):
    for facts in catalog.facts.values():
        for one, other in combinations(facts, 2):
            assert (one.about, one.allows) != (other.about, other.allows), f"{one.id} repeats {other.id}"


NAMED = {
    "torch": "torch",
    "python": "python",
    "os": "os",
    "sdk": "sdk",
    "accelerator": "accelerator",
    "instance": "instance",
}


def values(catalog, attribute, *ranges):
    """Values of an attribute: the names the catalog knows, else the bounds that ranges name and what lies just above."""
    yield from (record.name for record in catalog.of_kind(NAMED.get(attribute, "")))
    for entry in (part for allowed in ranges for listed in allowed for part in listed.split(",")):
        bound = entry.removesuffix("+PTX").lstrip("<>=!~ ").removesuffix(".*")
        yield from (bound, f"{bound}.0", f"{bound}.1")


def test_no_two_rows_about_the_same_leave_nothing_that_both_allow(catalog):
    pairs = [
        pair for facts in catalog.facts.values() for pair in combinations(facts, 2) if pair[0].about == pair[1].about
    ]
    assert len(pairs) > 10
    for one, other in pairs:
        for name in one.allows.keys() & other.allows.keys():
            both = (one.allows[name], other.allows[name])
            shared = (all(contains(name, allowed, value) for allowed in both) for value in values(catalog, name, *both))
            assert any(shared), f"{one.id} and {other.id} contradict each other in {name}: declare a dispute"


def test_a_dispute_has_two_sides_with_sources_and_a_narrower_one(catalog):
    assert len(catalog.disputes) > 30
    for dispute in catalog.disputes.values():
        assert 1 <= dispute.narrower <= len(dispute.claims), dispute.id
        assert dispute.reading, dispute.id
        for claim in dispute.claims:
            assert set(claim.sources) <= catalog.sources.keys(), dispute.id


def test_every_symbol_says_what_it_does_on_every_target(catalog):
    for symbol in catalog.symbols.values():
        assert set(symbol.effects) == set(catalog.targets), symbol.name


def test_accelerators_have_a_stack_and_no_two_share_an_alias(catalog):
    seen: dict[str, str] = {}
    for record in catalog.of_kind("accelerator"):
        assert catalog.record("stack", record.values["stack"]), record.name
        for alias in record.values.get("aliases", ()):
            assert alias == alias.lower(), alias
            assert seen.setdefault(alias, record.name) == record.name, alias


def test_the_compiled_catalog_is_the_same_each_time():
    files = catalog_files(DATA / "manifests" / "catalog")
    assert compile_catalog(files) == compile_catalog(dict(reversed(files.items())))


BASE = "format: 1\nsubject: ours\nsources:\n  s1: {title: t, locator: l, publisher: p, published: unknown, read: 2026-12-01, kind: official}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("subject: x\n", "does not begin with format: 1"),
        (BASE + "colours: []\n", "no section is called 'colours'"),
        (BASE + "facts: {}\n", "facts is no list"),
        (BASE + "records:\n  - {kind: os, name: x}\n", "without sources"),
        (BASE + "records:\n  - {kind: os, name: x, sources: [s2]}\n", "no source has the id 's2'"),
        (BASE + "records:\n  - {kind: boat, name: x, sources: [s1]}\n", "'boat' is not among"),
        (BASE + "records:\n  - {kind: os, name: x, values: {end_of_life: soon}, sources: [s1]}\n", "'soon' is no date"),
        (BASE + "records:\n  - {kind: os, name: x, values: {glibc: '2.1'}, sources: [s1]}\n  - {kind: os, name: x, values: {glibc: '2.2'}, sources: [s1]}\n", "glibc is '2.2' here and '2.1' elsewhere"),
        (BASE + "facts:\n  - {id: a, constraint: nope, about: {}, allows: {torch: '>=2'}, sources: [s1]}\n", "no constraint is called 'nope'"),
        (BASE + "facts:\n  - {id: a, constraint: nope, about: {}, allows: {torch: '>=2,<1'}, sources: [s1]}\n", "no version is in"),
        (BASE + "facts:\n  - {id: a, constraint: c, about: {}, allows: {torch: 'x'}, sources: [s1], colour: red}\n", "unknown key 'colour'"),
        (BASE + "disputes:\n  - {id: d, question: q, claims: [{says: a, sources: [s1]}], narrower: 1, reading: r}\n", "fewer than two claims"),
        (BASE + "symbols:\n  - {name: a.b, rule: DEV203, says: s, effects: {cuda: explodes}, sources: [s1]}\n", "'explodes' is not among"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_with_file_and_line(text, says):
    with pytest.raises(InputError) as error:
        compile_catalog({"ours.yaml": text.encode()})
    assert says in str(error.value)
    assert all(problem.position.path == "ours.yaml" and problem.position.line for problem in error.value.problems)
