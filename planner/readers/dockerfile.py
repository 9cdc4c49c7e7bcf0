"""The parts of a Dockerfile that declare an environment: base images, variables, commands."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from planner.readers.text import lines_of
from planner.vocabulary.position import Position

_LONGEST = 10_000
_VARIABLE = re.compile(r"\$\{?(\w+)(?::-([^}]*))?\}?")


@dataclass(frozen=True, slots=True)
class Dockerfile:
    """The images it takes (`bases`), the one under its last stage (`base`), variables and shell `commands`, with the
    arguments whose value is known filled in; `defaults` are the build arguments that a command uses by their default.
    """

    bases: tuple[tuple[str, Position], ...]
    base: tuple[str, Position] | None
    variables: tuple[tuple[str, str, Position], ...]
    commands: tuple[tuple[str, Position], ...]
    defaults: tuple[tuple[str, str, Position], ...]


def read_dockerfile(text: str, path: str, passed: Mapping[str, str] | None = None) -> Dockerfile:
    """Read a Dockerfile without running anything of it; `passed` are build arguments that override the defaults."""
    arguments: dict[str, str] = {}
    declared: set[str] = set()

    def filled(value: str) -> str:
        full = (
            _VARIABLE.sub(lambda match: arguments.get(match[1], match[2] or match[0]), value)
            if len(value) <= _LONGEST
            else value
        )
        # values that hold each other twice grow without end
        return full if len(full) <= _LONGEST else value

    bases, variables, commands = [], [], []
    stages: dict[str, tuple[str, Position]] = {}
    base: tuple[str, Position] | None = None
    defaults: dict[str, tuple[str, str, Position]] = {}
    for number, line in _instructions(text):
        word, _, rest = line.partition(" ")
        position = Position(path, number, 1)
        match word.upper():
            case "ARG":
                name, _, value = rest.strip().partition("=")
                if default := (passed or {}).get(name, value.strip("\"'")):
                    arguments[name] = default
                    declared.add(name)
            case "FROM":
                words = [word for word in rest.split() if not word.startswith("--")]
                image = filled(words[0]) if words else ""
                if image.lower() in stages:
                    base = stages[image.lower()]
                else:
                    base = (image, position)
                    bases.append(base)
                if len(words) > 2:
                    stages[words[2].lower()] = base
            case "ENV":
                for name, value in _variables(rest):
                    arguments[name] = filled(value)
                    variables.append((name, filled(value), position))
            case "RUN":
                commands.append((filled(rest), position))
                for name in {match[1] for match in _VARIABLE.finditer(rest)} & declared - (passed or {}).keys():
                    defaults.setdefault(name, (name, arguments[name], position))
    return Dockerfile(
        tuple(bases), base, tuple(variables), tuple(commands), tuple(defaults[name] for name in sorted(defaults))
    )


def _instructions(text: str) -> list[tuple[int, str]]:
    """Instructions with the line they begin in, continuation lines joined."""
    found: list[tuple[int, str]] = []
    pending, start = "", 0
    for number, line in enumerate(lines_of(text), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        start = start or number
        if stripped.endswith("\\"):
            pending += stripped[:-1] + " "
            continue
        found.append((start, pending + stripped))
        pending, start = "", 0
    return found + ([(start, pending.strip())] if pending.strip() else [])


def _variables(rest: str) -> list[tuple[str, str]]:
    try:
        words = shlex.split(rest)
    except ValueError:
        return []
    if words and "=" not in words[0]:
        return [(words[0], " ".join(words[1:]))]
    pairs = [word.partition("=") for word in words]
    return [(name, value) for name, _, value in pairs]
