"""Workflow commands that GitHub Actions shows as annotations of the lines they name."""

from collections.abc import Iterator

from planner.findings.finding import Finding
from planner.findings.formats.shared import open_findings, printable
from planner.findings.report import Report
from planner.findings.rule import rule

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def as_github(report: Report) -> str:
    """One command for each open finding, the worst first, as only ten of a kind are shown; the summary ends it."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield from (_command(item) for item in open_findings(report))
    # the runner obeys `::` where a line begins with it, and the older `##[` anywhere in a line
    yield f"planner {report.verb}: {printable(report.summary).replace('##[', '## [')}"


def _command(item: Finding) -> str:
    place = item.position
    properties = {
        "file": place.path,
        "line": str(place.line or ""),
        "col": str(place.column or "") if place.line else "",
        "title": f"{item.rule} {rule(item.rule).slug}",
    }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    message = f"{item.message}\nfix: {item.fix}"
    return f"::{_COMMANDS[item.severity]} {listed}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
