"""Lines of text with their places, and what the symbols of a catalog make of a word in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from operator import itemgetter

from planner.findings.rule import rule_ids
from planner.scan.coupling import coupling, is_finding
from planner.scan.inventory import Coupling, CouplingClass
from planner.scan.texts.variables import VariableSymbols
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

# of shell, configurations and requirements
COMMENT = re.compile(r"(?:^|\s)#.*")
_BREAK, _NO_BREAK = re.compile(r"\n"), re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line as its reader takes it: continued lines are one, and `starts` tells where each part of it begins, as an
    offset in the text and the place in the file.
    """

    text: str
    starts: tuple[tuple[int, Position], ...]

    def at(self, offset: int) -> Position:
        """The place of an offset in the text."""
        begin, place = self.starts[bisect_right(self.starts, offset, key=itemgetter(0)) - 1]
        return Position(place.path, place.line, place.column + offset - begin)

    def part(self, start: int, end: int) -> Line:
        """A part of the line."""
        inner = [(begin - start, place) for begin, place in self.starts if start < begin < end]
        return Line(self.text[start:end], ((0, self.at(start)), *inner))


class Text:
    """The text of a file with the places of its offsets."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self._starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def at(self, offset: int) -> Position:
        """The place of an offset."""
        number = bisect_right(self._starts, offset)
        return Position(self.path, number, offset - self._starts[number - 1] + 1)

    def lines(self, continued: str = "") -> Iterator[Line]:
        """The lines; one that ends in `continued` goes on with the next."""
        parts: list[str] = []
        starts: list[tuple[int, Position]] = []
        length = 0
        for number, line in enumerate(self.text.split("\n"), start=1):
            starts.append((length, Position(self.path, number, 1)))
            goes_on = bool(continued) and line.rstrip().endswith(continued)
            parts.append(line.rstrip()[: -len(continued)] + " " if goes_on else line)
            length += len(parts[-1])
            if not goes_on:
                yield Line("".join(parts), tuple(starts))
                parts, starts, length = [], [], 0
        if parts:
            yield Line("".join(parts), tuple(starts))


def image_key(image: str, symbols: Mapping[str, Symbol]) -> str | None:
    """The key of the symbol that speaks of a container image, or nothing; the longer pattern speaks first."""
    patterns = sorted((key for key in symbols if key.startswith("image:")), key=lambda key: -len(key))
    name = image.lower()
    return next((key for key in patterns if fnmatchcase(name, key[6:]) or fnmatchcase(name, f"*/{key[6:]}")), None)


def blank(match: re.Match[str]) -> str:
    """Blanks in place of what is no code: offsets and lines stay."""
    return _NO_BREAK.sub(" ", match[0])


class TextSymbols:
    """The symbols that are reported, as readers of text ask for them."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        rules = set(rule_ids())
        self.symbols = {name: symbol for name, symbol in symbols.items() if symbol.rule in rules}
        self.variables = VariableSymbols(self.symbols)

    def found(self, key: str | None, shown: str, place: Position, *, guarded: bool = False) -> Iterator[Coupling]:
        """The coupling that a place means, if the catalog knows its key."""
        symbol = self.symbols.get(key or "")
        if symbol is None or set(symbol.effects.values()) == {"works"}:
            return
        cls = CouplingClass.GUARDED if guarded else CouplingClass.BOUND
        yield coupling(symbol, shown, cls, place, finding=not guarded and is_finding(symbol, symbol.effects))

    def variable(self, name: str, place: Position) -> Iterator[Coupling]:
        """The coupling that an environment variable means."""
        yield from self.found(self.variables.key(name), name, place)
