"""JSON for programs. A new minor version adds keys; a new major one changes them, and readers must refuse it."""

from dataclasses import asdict
from typing import Any

from planner.findings.report import Report
from planner.vocabulary.digest import canonical_json

FORMAT_VERSION = "1.0"


def as_json(report: Report) -> str:
    """The whole report."""
    return canonical_json(
        {
            "format_version": FORMAT_VERSION,
            "verb": report.verb,
            "as_of": report.as_of,
            "summary": report.summary,
            "findings": [_finding(item) for item in report.findings],
            "inventory": {name: list(section.rows) for name, section in report.inventory.items()},
            "notes": list(report.notes),
            "sources": {id: list(sources) for id, sources in report.sources.items()},
        }
    ).decode()


def _finding(item: Any) -> dict[str, Any]:
    values = asdict(item)
    position = values.pop("position")
    return {**values, **position, "suppressed": values["suppressed"] or None}
