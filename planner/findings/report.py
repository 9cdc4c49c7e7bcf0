"""What a verb found: findings (what is wrong) apart from the inventory (what there is)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from planner.findings.finding import Finding


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the inventory: `rows` for programs, `lines` for readers."""

    title: str
    rows: Sequence[Any]
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one verb. `sources` lists those of each fact that the findings cite, by its id."""

    verb: str
    as_of: str
    summary: str
    findings: Sequence[Finding] = ()
    inventory: Mapping[str, Section] = field(default_factory=dict)
    notes: Sequence[str] = ()
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
