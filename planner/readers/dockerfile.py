"""The parts of a Dockerfile that declare an environment: base images, arguments, what pip installs, variables."""

import re
import shlex
from dataclasses import dataclass

from planner.readers.requirements import Wanted, wanted_of
from planner.vocabulary.position import Position

_VARIABLE = re.compile(r"\$\{?(\w+)(?::-[^}]*)?\}?")
_INSTALL = re.compile(r"(?:pip3?|pip3?\.\d+|uv pip|python3? -m pip)\s+install\s+([^;&|]+)")


@dataclass(frozen=True, slots=True)
class Dockerfile:
    """`bases` with arguments filled in, the variables set, the packages installed by name."""

    bases: tuple[tuple[str, Position], ...]
    variables: tuple[tuple[str, str, Position], ...]
    wanted: tuple[Wanted, ...]


def read_dockerfile(text: str, path: str) -> Dockerfile:
    """Read a Dockerfile without running anything of it."""
    arguments: dict[str, str] = {}
    bases, variables, wanted = [], [], []
    for number, line in _instructions(text):
        word, _, rest = line.partition(" ")
        position = Position(path, number, 1)
        match word.upper():
            case "ARG":
                name, _, value = rest.strip().partition("=")
                arguments[name] = value.strip("\"'")
            case "FROM":
                image = next((part for part in rest.split() if not part.startswith("--")), "")
                bases.append((_VARIABLE.sub(lambda match: arguments.get(match[1], match[0]), image), position))
            case "ENV":
                variables += [(name, value, position) for name, value in _variables(rest)]
            case "RUN":
                for match in _INSTALL.finditer(rest):
                    parts = (part.strip("\"'") for part in match[1].split())
                    found = (wanted_of(part, position) for part in parts if part[:1].isalpha())
                    wanted += [item for item in found if item]
    return Dockerfile(tuple(bases), tuple(variables), tuple(wanted))


def _instructions(text: str) -> list[tuple[int, str]]:
    """Instructions with the line they begin in, continuation lines joined."""
    found: list[tuple[int, str]] = []
    pending, start = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
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
