"""What `pip install` lines of a script, a Dockerfile or a CI file ask for."""

import re
import shlex
from collections.abc import Iterator

from planner.readers.conda import conda_statements
from planner.readers.observed import Observed, asked, index_label
from planner.readers.requirements import wanted_of
from planner.vocabulary.position import Position

_INSTALL = re.compile(r"(?:pip[\d.]*|python[\d.]*\s+-m\s+pip|uv\s+pip|uv)\s+(?:install|add)\s+([^;&|\n]+)")
_CONDA = re.compile(r"(?:conda|mamba|micromamba)\s+(?:install|create)\s+([^;&|\n]+)")
_CONDA_TAKES_A_VALUE = ("-c", "--channel", "-n", "--name", "-p", "--prefix", "-f", "--file")
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


# what only prints its arguments: nothing of it is run
PRINTED = re.compile(r"(?:(?<=^)|(?<=[\s;&|@]))(?:echo|printf)\s(?:\"[^\"]*\"|'[^']*'|[^;&|\"'])*")


def install_lines(command: str, position: Position) -> Iterator[Observed]:
    """The packages and indexes of every install command in a line of shell."""
    command = PRINTED.sub("", command)
    for match in _INSTALL.finditer(command):
        yield from _install(match[1], position)
    for match in _CONDA.finditer(command):
        words = iter(_words(match[1]))
        lines = [word for word in words if not _passed_over(word, words)]
        yield from conda_statements((line, position) for line in lines)


def _passed_over(word: str, words: Iterator[str]) -> bool:
    """Whether a word of a conda line is an option; the value of one that takes a value is passed over too."""
    if word in _CONDA_TAKES_A_VALUE:
        next(words, "")
    return word.startswith("-")


def _words(arguments: str) -> list[str]:
    try:
        return shlex.split(arguments, comments=True)
    except ValueError:
        return arguments.split()


def _install(arguments: str, position: Position) -> Iterator[Observed]:
    names_torch, indexes = False, ["default"]
    iterator = iter(_words(arguments))
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
