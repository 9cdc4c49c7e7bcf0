"""JSON for programs. A new minor version adds keys; a new major one changes them, and readers must refuse it."""

import json
from collections.abc import Iterable
from typing import Any

from planner.findings.finding import Finding
from planner.findings.report import Report

FORMAT_VERSION = "1.0"


def as_json(report: Report) -> str:
    """The whole report; a finding, and a row of the inventory, takes a line."""
    inventory = {name: _listed(section.rows, "    ") for name, section in report.inventory.items()}
    return (
        _table(
            {
                "format_version": _compact(FORMAT_VERSION),
                "verb": _compact(report.verb),
                "as_of": _compact(report.as_of),
                "summary": _compact(report.summary),
                "findings": _listed(map(_finding, report.findings), "  "),
                "inventory": _table(inventory, "  "),
                "notes": _listed(report.notes, "  "),
                "sources": _table({id: _compact(list(sources)) for id, sources in report.sources.items()}, "  "),
            }
        )
        + "\n"
    )


def _finding(item: Finding) -> dict[str, Any]:
    values = {name: getattr(item, name) for name in item.__slots__}
    place = values.pop("position")
    position = {name: getattr(place, name) for name in place.__slots__}
    return {**values, **position, "suppressed": values["suppressed"] or None}


def _table(entries: dict[str, str], indent: str = "") -> str:
    """Entries that are laid out already, sorted by name."""
    rows = [f"{indent}  {_compact(name)}: {entries[name]}" for name in sorted(entries)]
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}" if rows else "{}"


def _listed(values: Iterable[Any], indent: str) -> str:
    rows = [f"{indent}  {_compact(value)}" for value in values]
    return "[\n" + ",\n".join(rows) + f"\n{indent}]" if rows else "[]"


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
