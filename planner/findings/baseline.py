"""Findings that are known already: those of a baseline file, or of an earlier revision. They are matched by what their line
says, so that moved lines and renamed files stay known, and an edited line does where it is plain which one it was.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from planner.findings.finding import Finding
from planner.vocabulary.digest import canonical_json

FORMAT_VERSION = "1.0"
_KEYS = ("rule", "path", "symbol", "line")


class NoBaseline(ValueError):
    """A text is no baseline; the message says why."""


@dataclass(frozen=True, slots=True)
class Known:
    """One finding that is known: its rule, file and symbol, and a digest of the words of its line."""

    rule: str
    path: str
    symbol: str
    line: str


def known_of(findings: Iterable[Finding]) -> list[Known]:
    """Findings as entries of a baseline; those that a comment suppresses need none."""
    return [_entry_of(item) for item in findings if item.known or not item.suppressed]


def _entry_of(item: Finding) -> Known:
    return Known(item.rule, item.position.path, item.symbol, item.line_digest)


def baseline_text(known: Iterable[Known]) -> str:
    """A baseline file: sorted, so that a change of it can be reviewed."""
    entries = [{key: getattr(one, key) for key in _KEYS} for one in known]
    entries.sort(key=lambda entry: (entry["path"], entry["rule"], entry["symbol"], entry["line"]))
    return canonical_json({"format_version": FORMAT_VERSION, "known": entries}).decode()


def read_baseline(text: str) -> list[Known]:
    """The entries of a baseline file.

    Raises:
        NoBaseline: it is none, or of a newer format; the message says why.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoBaseline(f"its JSON cannot be read: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("known"), list):
        raise NoBaseline("it has no list `known`")
    version = data.get("format_version")
    if not isinstance(version, str) or version.partition(".")[0] != FORMAT_VERSION.partition(".")[0]:
        raise NoBaseline(f"its format_version is {version!r}, and this planner reads {FORMAT_VERSION}")
    return [_entry(number, row) for number, row in enumerate(data["known"], start=1)]


def _entry(number: int, row: object) -> Known:
    if not isinstance(row, Mapping) or not all(isinstance(row.get(key), str) for key in _KEYS):
        raise NoBaseline(f"entry {number} lacks one of {', '.join(_KEYS)}, or holds more than a text there")
    return Known(*(row[key] for key in _KEYS))


# from the surest sign that two findings are the same to the least: the same line; the same line of a renamed file; another
# line with the same coupling in the same file, which was edited
_SIGNS: tuple[Callable[[Known], tuple[str, ...]], ...] = (
    lambda one: (one.rule, one.path, one.symbol, one.line),
    lambda one: (one.rule, one.symbol, one.line),
    lambda one: (one.rule, one.path, one.symbol),
)


def mark_known(findings: Sequence[Finding], known: Iterable[Known], reason: str) -> tuple[list[Finding], int]:
    """The findings, known ones suppressed with a reason, and how many known ones were not found again."""
    left = list(known)
    marked: dict[int, Finding] = {}
    for sign in _SIGNS:
        counts = Counter(sign(one) for one in left)
        taken: Counter[tuple[str, ...]] = Counter()
        for index, item in enumerate(findings):
            if index in marked or item.suppressed:
                continue
            key = sign(_entry_of(item))
            if counts[key] > taken[key]:
                taken[key] += 1
                marked[index] = replace(item, suppressed=reason, known=True)
        rest = []
        for one in left:
            if taken[sign(one)]:
                taken[sign(one)] -= 1
            else:
                rest.append(one)
        left = rest
    return [marked.get(index, item) for index, item in enumerate(findings)], len(left)
