"""What several formats do alike: words that can be printed, the order of findings, effects in words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from planner.findings.finding import Finding
from planner.findings.report import Report
from planner.findings.rule import SEVERITIES


def printable(text: str) -> str:
    """A text on one line, with escapes for what cannot be printed."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def in_order(report: Report) -> list[Finding]:
    """All findings in printable words: open ones before suppressed ones, the worst first."""
    ordered = sorted(report.findings, key=lambda item: (bool(item.suppressed), SEVERITIES.index(item.severity)))
    return [_printable(item) for item in ordered]


def open_findings(report: Report) -> list[Finding]:
    """The findings that are not suppressed, in the same order and words."""
    return [item for item in in_order(report) if not item.suppressed]


def suppressed(report: Report) -> Iterator[str]:
    """A line that tells how many findings are suppressed, where any is."""
    if number := len(report.findings) - len(open_findings(report)):
        yield f"{'1 finding is' if number == 1 else f'{number} findings are'} suppressed, with a reason."


def by_effect(effects: Mapping[str, str]) -> str:
    """Effects in words: `breaks: cpu, tpu; works: cuda`."""
    grouped: dict[str, list[str]] = {}
    for target, effect in effects.items():
        grouped.setdefault(effect, []).append(target)
    return "; ".join(f"{effect}: {', '.join(targets)}" for effect, targets in sorted(grouped.items()))


def _printable(item: Finding) -> Finding:
    return replace(
        item,
        message=printable(item.message),
        why=printable(item.why),
        fix=printable(item.fix),
        symbol=printable(item.symbol),
        suppressed=printable(item.suppressed),
        position=replace(item.position, path=printable(item.position.path)),
        effects={printable(target): printable(effect) for target, effect in item.effects.items()},
    )
