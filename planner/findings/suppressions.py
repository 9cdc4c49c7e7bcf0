"""Suppressions in source: `# planner: ignore[DEV201] reason="…" until=2027-03-01`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from planner.findings.finding import Finding, finding
from planner.vocabulary.position import Position

_COMMENT = re.compile(
    r"(?:#|//)\s*planner:\s*ignore\[(?P<rules>[A-Z0-9,\s]*)\](?P<rest>[^\n]*)"
)  # both comment signs: Python, shell and YAML; C++ and CUDA
_REASON = re.compile(r'reason="([^"]+)"')
_UNTIL = re.compile(r"until=(\S+)")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment; it covers its own line."""

    rules: tuple[str, ...]
    reason: str
    until: date | None
    position: Position


def suppressions(text: str, path: str) -> list[Suppression]:
    """The suppression comments of a file."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if "planner:" not in line or not (match := _COMMENT.search(line)):
            continue
        reason, until = _REASON.search(match["rest"]), _UNTIL.search(match["rest"])
        found.append(
            Suppression(
                tuple(name.strip() for name in match["rules"].split(",") if name.strip()),
                reason[1] if reason else "",
                _date(until[1]) if until else None,
                Position(path, number, match.start() + 1),
            )
        )
    return found


def apply_suppressions(
    findings: Iterable[Finding], comments: Mapping[str, Iterable[Suppression]], as_of: date
) -> list[Finding]:
    """The findings, those a valid comment covers marked with its reason; a comment without reason or past its date is
    itself a finding and covers nothing.
    """
    result: list[Finding] = []
    valid: dict[tuple[str, int, str], str] = {}
    for comment in (comment for group in comments.values() for comment in group):
        names = ", ".join(comment.rules)
        if not comment.reason or not comment.rules:
            result.append(
                finding("MAN808", f"a suppression of {names or 'nothing'} without a reason", comment.position)
            )
        elif comment.until and comment.until < as_of:
            result.append(finding("MAN808", f"the suppression of {names} ended on {comment.until}", comment.position))
        else:
            valid |= {(comment.position.path, comment.position.line, name): comment.reason for name in comment.rules}
    for item in findings:
        reason = valid.get((item.position.path, item.position.line, item.rule), "")
        result.append(replace(item, suppressed=reason) if reason else item)
    return result


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return date.min
