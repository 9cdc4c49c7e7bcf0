"""Where something stands in a file, and what is wrong there."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file; lines and columns count from 1, 0 where only the file is known."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join([self.path, *(str(number) for number in (self.line, self.column) if number)])


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of an input: what, where, why it matters, what to do."""

    rule: str
    what: str
    position: Position
    why: str
    fix: str


class InputError(Exception):
    """An input that cannot be used, with every problem found in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: (problem.position, problem.what)))
        super().__init__("; ".join(f"{problem.position}: {problem.what}" for problem in self.problems))
