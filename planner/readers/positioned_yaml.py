"""YAML with positions, strict: no anchors, no aliases, no tags, no duplicate keys, one document.

Built on libyaml's events, so that a hostile file meets a size and a depth limit before it meets recursion. Scalars
resolve as in YAML 1.2's core schema (`yes` is text), and numbers keep the text they were written in: `3.10` is 3.1
that still knows it was `3.10`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import yaml

from planner.vocabulary.position import InputError, Position, Problem

MAX_DEPTH = 32
_RULE = "MAN801"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Path = tuple[str | int, ...]


class IntText(int):
    """An integer that keeps its spelling."""

    text: str


class FloatText(float):
    """A float that keeps its spelling."""

    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a file, and the position of every key and item by its path."""

    data: Any
    positions: Mapping[Path, Position]


def parse_yaml(content: bytes, path: str, max_bytes: int) -> Document:
    """Read one YAML document.

    Raises:
        InputError: the file is too large, not UTF-8, not YAML, too deep, or uses what a data file must not use.
    """
    if len(content) > max_bytes:
        raise _error(
            f"the file has {len(content):,} bytes", Position(path), f"more than {max_bytes:,} are not read",
            "split it, or take out what does not belong here",
        )  # fmt: skip
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _error("the file is not UTF-8", Position(path, line), "it cannot be read", "save it as UTF-8") from None
    return _Builder(path).build(text)


@dataclass
class _Builder:
    path: str
    positions: dict[Path, Position] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def build(self, text: str) -> Document:
        data: Any = None
        try:
            events = yaml.parse(text, Loader=_LOADER)
            for event in events:
                if isinstance(event, yaml.DocumentStartEvent):
                    if self.positions:
                        raise _error(
                            "a second document begins", self._at(event), "only one is read", "keep one document a file"
                        )
                    self.positions[()] = self._at(event)
                    data = self._value(next(events), events, ())
        except yaml.YAMLError as error:
            raise self._syntax(error, text.count("\n") + 1) from None
        if self.problems:
            raise InputError(self.problems)
        return Document(data, self.positions)

    def _value(self, event: Any, events: Iterator[Any], path: Path) -> Any:
        if len(path) > MAX_DEPTH:
            raise _error(
                f"nested deeper than {MAX_DEPTH} levels", self._at(event), "no such file is meant to be read",
                "flatten it",
            )  # fmt: skip
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self._fault(
                "an anchor or alias", event, "a reader must see each value where it stands", "write the value out"
            )
        if getattr(event, "tag", None) not in (None, "!"):
            self._fault(f"the tag {event.tag}", event, "a data file holds plain values", "take the tag out")
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(events, path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(events, path)
        return _scalar(event) if isinstance(event, yaml.ScalarEvent) else None

    def _mapping(self, events: Iterator[Any], path: Path) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._fault("a key that is no plain text", event, "keys are names", "write a simple key")
                self._value(event, events, (*path, "?"))
                self._value(next(events), events, (*path, "?"))
                continue
            key = event.value
            here = (*path, key)
            if key in result:
                first = self.positions[here]
                self._fault(
                    f"the key {key!r} again", event, f"it stands in line {first.line} already, and one would be lost",
                    "keep one of them",
                )  # fmt: skip
            else:
                self.positions[here] = self._at(event)
            result[key] = self._value(next(events), events, here)
        return result

    def _sequence(self, events: Iterator[Any], path: Path) -> list[Any]:
        result: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            here = (*path, len(result))
            self.positions[here] = self._at(event)
            result.append(self._value(event, events, here))
        return result

    def _at(self, event: Any) -> Position:
        return Position(self.path, event.start_mark.line + 1, event.start_mark.column + 1)

    def _fault(self, what: str, event: Any, why: str, fix: str) -> None:
        self.problems.append(Problem(_RULE, what, self._at(event), why, fix))

    def _syntax(self, error: yaml.YAMLError, lines: int) -> InputError:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        # what is missing at the end is reported in the last line there is
        where = Position(self.path, min(mark.line + 1, lines), mark.column + 1) if mark else Position(self.path)
        what = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        return _error(f"not YAML: {what}", where, "the file cannot be read", "mend the syntax there or just before")


def _scalar(event: Any) -> Any:
    text: str = event.value
    if event.style:
        return text
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text in ("true", "True", "TRUE"):
        return True
    if text in ("false", "False", "FALSE"):
        return False
    if _INTEGER.fullmatch(text):
        integer = IntText(text)
        integer.text = text
        return integer
    if _FLOAT.fullmatch(text):
        number = FloatText(text)
        number.text = text
        return number
    if _DATE.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return text
    return text


def _error(what: str, position: Position, why: str, fix: str) -> InputError:
    return InputError([Problem(_RULE, what, position, why, fix)])
