"""What is known, as values: sources, records, facts, disputes, symbols. The format is in docs/reference/catalog.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact can be read. `published` is a date, a version or "unknown"; `read` is the date of reading."""

    id: str
    title: str
    locator: str
    publisher: str
    published: str
    read: str
    kind: str


@dataclass(frozen=True, slots=True)
class Record:
    """The attributes of a named thing, merged over all rows that speak of it."""

    kind: str
    name: str
    values: Mapping[str, Any]
    status: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A row: it is `about` some environments and `allows` some values; what it does not allow is as `otherwise` says."""

    id: str
    constraint: str
    about: Mapping[str, tuple[str, ...]]
    allows: Mapping[str, tuple[str, ...]]
    otherwise: str
    status: str
    verified: str
    sources: tuple[str, ...]
    note: str
    origin: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One side of a dispute: of a constraint (`about`, `allows`), of a record's value (`value`), or words alone."""

    says: str
    sources: tuple[str, ...]
    about: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    allows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    value: Any = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question on which sources disagree. `narrower` counts the claims from 1."""

    id: str
    question: str
    claims: tuple[Claim, ...]
    narrower: int
    reading: str
    constraint: str | None = None
    record: str | None = None
    value: str | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A question the matrix asks of an environment. `at` is the key that a no is about; `fails` says how it shows:
    install, run, wrong, support.
    """

    id: str
    rule: str
    layers: tuple[str, ...]
    at: str
    needs: tuple[str, ...]
    asks: str
    fails: str
    applies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A qualified name that ties code to an accelerator, and its effect on each target. `report` tells when it is a finding:
    `always`; `decided`, where the effect on a target is known and bad, not where it must be reviewed; `never`, only listed.
    """

    name: str
    rule: str
    effects: Mapping[str, str]
    says: str
    replacement: str
    since: str
    effort: str
    sources: tuple[str, ...]
    report: str = "always"
