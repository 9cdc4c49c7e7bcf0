"""The catalog to be read: any subject as a table, sources, disputes, ages, what differs between two."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from planner.catalog.model import Catalog, cited
from planner.findings.report import Report, Section
from planner.vocabulary.facts import Dispute, Fact

_OLD_DAYS = 180


def subjects(catalog: Catalog) -> list[str]:
    """Everything that can be shown: kinds of records, constraints, names."""
    kinds = {kind for kind, _ in catalog.records}
    return sorted({*kinds, *catalog.constraints, *(name for _, name in catalog.records), *catalog.disputes})


def show(catalog: Catalog, subject: str, as_of: date) -> Report:
    """A kind as a table of its records, a constraint as a table of its facts, a name with all that speaks of it.

    `subject` must be one of `subjects`.
    """
    records = [record for record in catalog.records.values() if subject in (record.kind, record.name)]
    facts = [
        fact for fact in _facts(catalog) if fact.constraint == subject or fact.id == subject or _names(fact, subject)
    ]
    disputes = [
        item
        for item in catalog.disputes.values()
        if subject in (item.id, item.constraint, item.record, (item.record or "").partition("/")[2])
    ]
    sections = {
        "records": Section(
            "Records",
            [{"kind": item.kind, "name": item.name, "status": item.status, "values": dict(item.values), "sources": list(item.sources)} for item in records],
            [f"{item.kind} {item.name} ({item.status}): {_pairs(item.values)} [{', '.join(item.sources)}]" for item in records],
        ),
        "facts": Section("Facts", [_row(item) for item in facts], [_line(item) for item in facts]),
        "disputes": Section("Disputes", [_dispute_row(item) for item in disputes], [line for item in disputes for line in _dispute_lines(item)]),
    }  # fmt: skip
    shown = {name: section for name, section in sections.items() if section.rows}
    ids = (
        {source for item in records for source in item.sources}
        | {source for item in facts for source in item.sources}
        | {source for item in disputes for claim in item.claims for source in claim.sources}
    )
    shown["sources"] = Section(
        "Sources", sorted(ids), [f"{source.id}: {cited(source)}" for source in catalog.cite(ids)]
    )
    return Report(
        "catalog show",
        as_of.isoformat(),
        f"{subject}: records {len(records)}, facts {len(facts)}, disputes {len(disputes)}",
        inventory=shown,
    )


def show_sources(catalog: Catalog, as_of: date) -> Report:
    """All sources."""
    rows = [vars_of(source) for source in catalog.sources.values()]
    lines = [
        f"{source.id} ({source.kind}): {cited(source)}, read {source.read}" for source in catalog.cite(catalog.sources)
    ]
    return Report(
        "catalog sources",
        as_of.isoformat(),
        f"sources: {len(rows)}",
        inventory={"sources": Section("Sources", rows, lines)},
    )


def show_disputes(catalog: Catalog, as_of: date) -> Report:
    """All questions on which sources disagree, side by side."""
    found = sorted(catalog.disputes.values(), key=lambda item: item.id)
    lines = [line for item in found for line in _dispute_lines(item)]
    section = Section("Disputes", [_dispute_row(item) for item in found], lines)
    return Report("catalog disputes", as_of.isoformat(), f"disputes: {len(found)}", inventory={"disputes": section})


def show_age(catalog: Catalog, as_of: date) -> Report:
    """How long ago each source was read, the oldest first, and how many facts rest on it."""
    rests: dict[str, int] = {}
    for fact in _facts(catalog):
        for source in fact.sources:
            rests[source] = rests.get(source, 0) + 1
    ages = sorted(((as_of - date.fromisoformat(source.read)).days, source.id) for source in catalog.sources.values())
    old = [id for days, id in ages if days > _OLD_DAYS]
    rows = [{"source": id, "days": days, "facts": rests.get(id, 0)} for days, id in reversed(ages)]
    lines = [f"{days:5} days  {id} ({rests.get(id, 0)} facts)" for days, id in reversed(ages)]
    summary = f"sources: {len(ages)}; read more than {_OLD_DAYS} days ago: {len(old)}"
    return Report("catalog age", as_of.isoformat(), summary, inventory={"age": Section("Age", rows, lines)})


def difference(old: Catalog, new: Catalog) -> Iterator[tuple[str, str]]:
    """What changed from one catalog to another: `added`, `removed` or `changed`, and what."""
    before, after = (_flat(catalog) for catalog in (old, new))
    for key in sorted({*before, *after}):
        if key not in before:
            yield "added", key
        elif key not in after:
            yield "removed", key
        elif before[key] != after[key]:
            yield "changed", key


def _flat(catalog: Catalog) -> dict[str, Any]:
    plain = catalog.plain
    rows = {
        f"fact {row['id']}": {key: value for key, value in row.items() if key != "origin"}
        for facts in plain["facts"].values()
        for row in facts
    }
    rows |= {f"record {row['kind']} {row['name']}": row for row in plain["records"]}
    rows |= {
        f"dispute {row['id']}": {key: value for key, value in row.items() if key != "origin"}
        for row in plain["disputes"]
    }
    rows |= {f"symbol {row['name']}": row for row in plain["symbols"]}
    return rows | {f"constraint {row['id']}": row for row in plain["constraints"]}


def vars_of(item: Any) -> dict[str, Any]:
    """The fields of a value without a dictionary of its own."""
    return {name: getattr(item, name) for name in item.__slots__}


def _facts(catalog: Catalog) -> Iterator[Fact]:
    for facts in catalog.facts.values():
        yield from facts


def _names(fact: Fact, subject: str) -> bool:
    ranges = (*fact.about.values(), *fact.allows.values())
    return any(subject in allowed for allowed in ranges)


def _pairs(values: Any) -> str:
    return ", ".join(f"{key} {_text(value)}" for key, value in values.items())


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " or ".join(str(item) for item in value)
    if isinstance(value, dict):
        return "{" + _pairs(value) + "}"
    return str(value)


def _line(fact: Fact) -> str:
    note = f" ({fact.note})" if fact.note else ""
    about = _pairs(fact.about) or "everything"
    return f"{fact.id}: {about} → {_pairs(fact.allows)}, otherwise {fact.otherwise}, {fact.status}{note} [{', '.join(fact.sources)}]"


def _row(fact: Fact) -> dict[str, Any]:
    row = vars_of(fact)
    return {**row, "about": dict(fact.about), "allows": dict(fact.allows), "sources": list(fact.sources)}


def _dispute_lines(item: Dispute) -> Iterator[str]:
    yield f"{item.id}: {item.question}"
    for number, claim in enumerate(item.claims, start=1):
        value = f": {claim.value}" if claim.value is not None else ""
        narrower = " (the narrower)" if number == item.narrower else ""
        yield f"    {number}. {claim.says}{value}{narrower} [{', '.join(claim.sources)}]"
    yield f"    reading: {item.reading}"


def _dispute_row(item: Dispute) -> dict[str, Any]:
    claims = [{"says": claim.says, "value": claim.value, "sources": list(claim.sources)} for claim in item.claims]
    return {
        "id": item.id,
        "question": item.question,
        "claims": claims,
        "narrower": item.narrower,
        "reading": item.reading,
        "constraint": item.constraint,
        "record": item.record,
    }
