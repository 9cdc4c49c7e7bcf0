"""Plain text for people: one finding a paragraph, the most severe first."""

from collections.abc import Iterator

from planner.findings.finding import Finding
from planner.findings.formats.shared import by_effect, suppressed
from planner.findings.report import Report
from planner.findings.rule import rule

_SHOWN = 50
_SOURCES = 2


def as_text(report: Report) -> str:
    """The report as lines; long lists are cut, and say so."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    open_findings = [item for item in report.findings if not item.suppressed]
    for item in open_findings[:_SHOWN]:
        yield from _finding(item, report)
        yield ""
    if len(open_findings) > _SHOWN:
        yield f"… and {len(open_findings) - _SHOWN} more findings; --format json shows all of them."
        yield ""
    for section in report.inventory.values():
        if not section.lines:
            continue
        yield f"{section.title}:"
        yield from (f"  {line}" for line in section.lines)
        yield ""
    for note in report.notes:
        yield f"note: {note}"
    yield from suppressed(report)
    yield report.summary


def _finding(item: Finding, report: Report) -> Iterator[str]:
    yield f"{item.position}: {item.severity}: {item.message} [{item.rule} {rule(item.rule).slug}]"
    yield f"    why: {item.why}"
    yield f"    fix: {item.fix}"
    if item.effects:
        yield f"    on:  {by_effect(item.effects)}"
    sources = list(dict.fromkeys(source for id in item.facts for source in report.sources.get(id, ())))
    yield from (f"    source: {source}" for source in sources[:_SOURCES])
    if len(sources) > _SOURCES:
        yield f"    and {len(sources) - _SOURCES} more sources (--format json shows all of them)"
