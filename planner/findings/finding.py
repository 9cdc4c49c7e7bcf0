"""A finding: what is wrong, where, why it matters, what to do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from planner.findings.rule import SEVERITIES, rule
from planner.vocabulary.digest import sha256
from planner.vocabulary.position import InputError, Position


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `effects` maps targets to what the construct does there; `facts` are ids in the catalog;
    `line_digest` is one of the words of its line, where it has one; `known` tells that it is suppressed since it was there before.
    """

    rule: str
    severity: str
    confidence: str
    message: str
    why: str
    fix: str
    position: Position
    symbol: str = ""
    effort: str = "unknown"
    effects: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    fingerprint: str = ""
    suppressed: str = ""
    line_digest: str = ""
    known: bool = False


def finding(id: str, message: str, position: Position, **more: Any) -> Finding:
    """A finding of a rule, with the severity, reason and fix of the rule's page unless told otherwise."""
    page = rule(id)
    values = {
        "severity": page.severity, "confidence": page.confidence, "why": page.why, "fix": page.fix,
        "symbol": page.slug, **more,
    }  # fmt: skip
    return Finding(rule=id, message=message, position=position, **values)


def from_problems(error: InputError) -> list[Finding]:
    """The problems of an input as findings."""
    return [
        finding(problem.rule, problem.what, problem.position, why=problem.why, fix=problem.fix)
        for problem in error.problems
    ]


def finish(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in order, worst first, each with a fingerprint that survives moved lines.

    The fingerprint is made of rule, path, symbol and the words of the line, or the message where there are none, and counts the
    occurrences of the same ones in a file.
    """
    seen: dict[tuple[str, str, str, str], int] = {}
    result = []
    for item in sorted(findings, key=lambda item: (item.position, item.rule, item.message)):
        key = (item.rule, item.position.path, item.symbol, item.line_digest or item.message)
        seen[key] = seen.get(key, 0) + 1
        result.append(replace(item, fingerprint=sha256("\0".join((*key, str(seen[key]))).encode())[:16]))
    return sorted(result, key=lambda item: SEVERITIES.index(item.severity))


def at_or_above(findings: Iterable[Finding], threshold: str) -> list[Finding]:
    """The findings that count: not suppressed, and at or above a severity (`never`: none)."""
    if threshold == "never":
        return []
    limit = SEVERITIES.index(threshold)
    return [item for item in findings if not item.suppressed and SEVERITIES.index(item.severity) <= limit]
