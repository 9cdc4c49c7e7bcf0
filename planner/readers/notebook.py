"""The code of a notebook, cell by cell, each line with the line of the file that holds it; prose and output are left out."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from planner.readers.toml import rows, table

_SHELL = re.compile(r"%%(?:bash|sh|shell|script\s+(?:bash|sh))\b")
# magics whose cell is Python all the same
_PYTHON = re.compile(r"%%(?:time|timeit|capture|prun|python3?)\b")
_ONE_SHELL_LINE = re.compile(r"\s*(?:!|%(?:env|set_env|sx|system)\s+)(.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of code: its text, the line of the file, and where a reader of the notebook sees it (cells count from 1)."""

    text: str
    file_line: int
    cell: int
    cell_line: int


@dataclass(frozen=True, slots=True)
class Notebook:
    """The lines of Python, in which lines of other languages are blank, and the lines of shell."""

    python: tuple[Line, ...]
    shell: tuple[Line, ...]


def read_notebook(text: str) -> Notebook | None:
    """The code of a notebook in Python, or nothing where the text is no notebook."""
    try:
        data = table(json.loads(text))
    except (ValueError, RecursionError):
        return None
    if not isinstance(data.get("cells"), list):
        return None
    python: list[Line] = []
    shell: list[Line] = []
    for number, lines in _code(data["cells"], text):
        first = lines[0][0] if lines else ""
        of_shell = _SHELL.match(first) is not None
        other = first.startswith("%%") and not of_shell and not _PYTHON.match(first)
        for index, (line, file_line) in enumerate(lines, start=1):
            whole = Line(line, file_line, number, index)
            if other or (index == 1 and first.startswith("%%")):
                continue
            if of_shell:
                shell.append(whole)
            elif one := _ONE_SHELL_LINE.match(line):
                shell.append(Line(one[1], file_line, number, index))
                python.append(Line(line[: len(line) - len(line.lstrip())] + "pass", file_line, number, index))
            else:
                python.append(Line("" if line.lstrip().startswith("%") else line, file_line, number, index))
    return Notebook(tuple(python), tuple(shell))


def _code(cells: list[Any], text: str) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """The code cells by number, each line of them with the line of the file."""
    place, line_number, counted = 0, 1, 0
    escaped = text.isascii()
    for number, cell in enumerate(map(table, cells), start=1):
        source = cell.get("source")
        parts = [source] if isinstance(source, str) else [part for part in rows(source) if isinstance(part, str)]
        found = []
        for part in parts:
            start, escaped = _find(part, text, place, escaped=escaped)
            place = start if start >= 0 else place
            line_number += text.count("\n", counted, place)
            counted = max(counted, place)
            found += [(line, line_number) for line in part.splitlines() or [""]]
            place += 1 if start >= 0 else 0
        if cell.get("cell_type") == "code":
            yield number, found


def _find(part: str, text: str, start: int, *, escaped: bool) -> tuple[int, bool]:
    """Where a source string stands in the file, as either of JSON's two spellings, and which; most files keep to one."""
    for spelling in (escaped, not escaped):
        place = text.find(json.dumps(part, ensure_ascii=spelling), start)
        if place >= 0 or part.isascii():
            return place, escaped if part.isascii() else spelling
    return -1, escaped
