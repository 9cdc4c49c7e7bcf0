"""What `pip install` lines of a script, a Dockerfile or a CI file ask for."""

import re
import shlex
from collections.abc import Iterator

from planner.readers.observed import Observed, asked, index_label
from planner.readers.requirements import wanted_of
from planner.vocabulary.position import Position

_INSTALL = re.compile(r"(?:pip[\d.]*|python[\d.]*\s+-m\s+pip|uv\s+pip|uv)\s+(?:install|add)\s+([^;&|\n]+)")
_REPLACES = ("--index-url", "-i")
_ADDS = ("--extra-index-url", "--find-links", "-f")
_TAKES_A_VALUE = (
    *_REPLACES,
    *_ADDS,
    "-r",
    "--requirement",
    "-c",
    "--constraint",
    "--target",
    "-t",
    "--torch-backend",
    "-e",
)


def install_lines(command: str, position: Position) -> Iterator[Observed]:
    """The packages and indexes of every install command in a line of shell."""
    for match in _INSTALL.finditer(command):
        yield from _install(match[1], position)


def _install(arguments: str, position: Position) -> Iterator[Observed]:
    try:
        words = shlex.split(arguments, comments=True)
    except ValueError:
        words = arguments.split()
    names_torch, indexes = False, ["default"]
    iterator = iter(words)
    for word in iterator:
        option, separator, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if option in _TAKES_A_VALUE and not separator:
            value = next(iterator, "")
        if option in _REPLACES:
            indexes = [index_label(value)]
        elif option in _ADDS:
            indexes.append(index_label(value))
        elif option == "--torch-backend":
            indexes.insert(0, value)
        elif not word.startswith("-") and (item := wanted_of(word, position)):
            names_torch = names_torch or item.name == "torch"
            yield asked(item)
    if names_torch:
        yield from (Observed("index", label, position) for label in indexes)
