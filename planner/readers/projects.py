"""What `pyproject.toml`, `setup.py` and conda's `environment.yml` ask for."""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from planner.readers.conda import conda_lines, from_conda
from planner.readers.requirements import Wanted, wanted_of
from planner.readers.toml import read_toml, rows, table
from planner.vocabulary.position import Position

_QUOTES = re.compile(r"\"(?P<double>[^\"\\]*)\"|'(?P<single>[^']*)'")
# what lists of requirements are called in a `setup.py`
_ASKED = (
    "install_requires",
    "extras_require",
    "setup_requires",
    "requirements",
    "required",
    "requires",
    "install_requirements",
)


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """The Python versions and packages a project file asks for."""

    python: str
    wanted: tuple[Wanted, ...]


def read_pyproject(text: str, path: str) -> ProjectFile | None:
    """Read `[project]`, or nothing where the file is no TOML or has no such table."""
    project = (read_toml(text) or {}).get("project")
    if not isinstance(project, dict):
        return None
    groups = [project.get("dependencies"), *table(project.get("optional-dependencies")).values()]
    lines = [line for group in groups for line in rows(group)]
    asked = [line for line in lines if isinstance(line, str)]
    # the same line may stand in several groups: each is where it is written in quotes the next time
    places = _quoted(text, set(asked), path)
    found = [wanted_of(line, next(places[line], Position(path, 1, 1))) for line in asked]
    return ProjectFile(str(project.get("requires-python", "")), tuple(item for item in found if item))


def _quoted(text: str, asked: Set[str], path: str) -> Mapping[str, Iterator[Position]]:
    """Where each of some texts stands in quotes."""
    places: dict[str, list[Position]] = {line: [] for line in asked}
    for number, line in enumerate(text.split("\n"), start=1):
        for match in _QUOTES.finditer(line):
            if (held := match["double"] or match["single"]) in places:
                places[held].append(Position(path, number, match.start() + 2))
    return {line: iter(found) for line, found in places.items()}


def read_setup(text: str, path: str) -> ProjectFile | None:
    """What a `setup.py` asks for where its text says so, in lists of requirements; it is never run."""
    try:
        with warnings.catch_warnings():
            # of escapes in its texts
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lists = [one.value for one in ast.walk(module) if isinstance(one, ast.keyword | ast.Assign) and _is_asked(one)]
    found = [
        wanted_of(one.value, Position(path, one.lineno, one.col_offset + 1))
        for one in (inner for listed in lists for inner in ast.walk(listed))
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    return ProjectFile("", tuple(dict.fromkeys(item for item in found if item)))


def _is_asked(one: ast.keyword | ast.Assign) -> bool:
    names = (
        [one.arg] if isinstance(one, ast.keyword) else [name.id for name in one.targets if isinstance(name, ast.Name)]
    )
    return any(name is not None and name.lower() in _ASKED for name in names)


def read_conda(text: str, path: str) -> ProjectFile | None:
    """Read a conda environment, or nothing where the file is none."""
    lines = conda_lines(text, path)
    if lines is None:
        return None
    python, wanted = "", []
    for line, position in [*((from_conda(line), position) for line, position in lines.own), *lines.by_pip]:
        item = wanted_of(line, position)
        if item and item.name == "python":
            python = item.versions
        elif item:
            wanted.append(item)
    return ProjectFile(python, tuple(sorted(wanted, key=lambda item: item.position)))
