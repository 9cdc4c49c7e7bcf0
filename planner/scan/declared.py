"""The environment a repository declares: Python, torch, packages, base images, each with the place that says so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planner.readers.dockerfile import read_dockerfile
from planner.readers.install_lines import install_lines
from planner.readers.projects import read_conda, read_pyproject, read_setup
from planner.readers.requirements import Wanted, read_requirements, wanted_of
from planner.readers.text import decode
from planner.readers.tree import Tree
from planner.scan.inventory import Declared
from planner.vocabulary.position import Position

_REQUIREMENTS = re.compile(r"(^|/)[^/]*requirements[^/]*\.(txt|in)$")
_CONDA = re.compile(r"(^|/)(conda[^/]*|environment[^/]*)\.ya?ml$")
_DOCKERFILE = re.compile(r"(^|/)([^/]*\.)?(Dockerfile|Containerfile)(\.[^/]*)?$")
_SETUP = re.compile(r"(^|/)setup\.py$")
_PYPROJECT = re.compile(r"(^|/)pyproject\.toml$")
# deeper files mostly belong to a part of the repository that has its own environment
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Declaration:
    """What is declared, in the order in which it should be believed: files nearer the root first."""

    declared: tuple[Declared, ...]
    packages: tuple[Wanted, ...]


def declared_environment(tree: Tree) -> Declaration:
    """Read every file of a project that declares an environment."""
    declared: list[Declared] = []
    packages: list[Wanted] = []
    for path in sorted(tree.files, key=lambda path: (path.count("/"), path)):
        if path.count("/") >= _DEPTH:
            continue
        for key, value, position, wanted in _read(tree, path):
            if wanted:
                packages.append(wanted)
            if key:
                declared.append(Declared(key, value, position))
    return Declaration(tuple(declared), tuple(packages))


Entry = tuple[str, str, Position, Wanted | None]


def _read(tree: Tree, path: str) -> Iterator[Entry]:
    reader = next(
        (
            reader
            for pattern, reader in (
                (_REQUIREMENTS, _requirements), (_CONDA, _conda), (_DOCKERFILE, _dockerfile), (_PYPROJECT, _pyproject),
                (_SETUP, _setup),
            )
            if pattern.search(path)
        ),
        None,
    )  # fmt: skip
    if reader is None:
        return
    try:
        text = decode(tree.read(path))
    except OSError:
        return
    if text is not None:
        yield from reader(text, path)


def _requirements(text: str, path: str) -> Iterator[Entry]:
    yield from _packages(read_requirements(text, path).wanted)


def _pyproject(text: str, path: str) -> Iterator[Entry]:
    if project := read_pyproject(text, path):
        if project.python:
            yield "python", project.python, Position(path, 1, 1), None
        yield from _packages(project.wanted)


def _setup(text: str, path: str) -> Iterator[Entry]:
    if project := read_setup(text, path):
        yield from _packages(project.wanted)


def _conda(text: str, path: str) -> Iterator[Entry]:
    if project := read_conda(text, path):
        if project.python:
            yield "python", project.python, Position(path, 1, 1), None
        yield from _packages(project.wanted)


def _dockerfile(text: str, path: str) -> Iterator[Entry]:
    dockerfile = read_dockerfile(text, path)
    for base, position in dockerfile.bases:
        yield "base image", base, position, None
    for command, position in dockerfile.commands:
        for statement in install_lines(command, position):
            if statement.key in ("torch", "package") and (item := wanted_of(statement.value, position)):
                yield from _packages((item,))


def _packages(wanted: tuple[Wanted, ...]) -> Iterator[Entry]:
    for item in wanted:
        # conda's name for the package
        key = "torch" if item.name in ("torch", "pytorch") else ""
        yield key, item.versions, item.position, item
