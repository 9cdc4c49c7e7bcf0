"""A file of any kind that says something about an environment, as statements."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from planner.readers.dockerfile import read_dockerfile
from planner.readers.install_lines import install_lines
from planner.readers.locks import read_conda_lock, read_toml_lock
from planner.readers.observed import Observed, asked, index_label
from planner.readers.positioned_yaml import Document, parse_yaml
from planner.readers.projects import read_conda
from planner.readers.reports import is_collect_env, read_collect_env, read_neuron_ls, read_nvidia_smi
from planner.readers.requirements import read_requirements, wanted_of
from planner.readers.text import decode
from planner.vocabulary.position import InputError, Position, Problem

_MAX_BYTES = 5_000_000
_DOCKERFILE = re.compile(r"(^|/)([^/]*\.)?(Dockerfile|Containerfile)(\.[^/]*)?$", re.IGNORECASE)
_BUILD = re.compile(r"(?:docker|podman|buildah|buildx)\s+(?:build|bud)\b([^\n;&|]*)")
_ARGUMENT = re.compile(r"--build-arg[= ]+(\w+)=(\S+)")


def read_life(files: Iterable[tuple[str, bytes]]) -> list[Observed]:
    """What some files say, in the order given.

    Raises:
        InputError: a file is binary, too large, or of no kind that is known here.
    """
    texts = {path: _text(path, content) for path, content in files}
    # a build argument that a pipeline passes overrides the default in the Dockerfile
    passed = dict(
        pair for text in texts.values() for build in _BUILD.findall(text) for pair in _ARGUMENT.findall(build)
    )
    found: list[Observed] = []
    problems = []
    for path, text in texts.items():
        statements = _statements(text, path, passed)
        if statements is None:
            problems.append(
                Problem(
                    "MAN810", "a file of no known kind", Position(path, 1), "nothing can be read from it",
                    "name requirements, pip freeze output, pyproject.toml, a lock, a Dockerfile, a CI file, or the output of "
                    "collect_env, nvidia-smi or neuron-ls -j",
                )
            )  # fmt: skip
        else:
            found += statements
    if problems:
        raise InputError(problems)
    return found


def _statements(text: str, path: str, passed: dict[str, str]) -> list[Observed] | None:
    name = path.rpartition("/")[2]
    if _DOCKERFILE.search(path):
        return list(_dockerfile(text, path, passed))
    if is_collect_env(text):
        return list(read_collect_env(text, path))
    if "NVIDIA-SMI" in text:
        return list(read_nvidia_smi(text, path))
    readers: tuple[Callable[[str, str], Iterable[Observed] | None], ...]
    if name.endswith((".toml", ".lock")):
        readers = (read_toml_lock, _pyproject)
    elif name.endswith((".yml", ".yaml")):
        readers = (read_conda_lock, _conda, _pipeline)
    elif name.endswith(".json"):
        readers = (read_neuron_ls,)
    elif name.endswith((".txt", ".in", ".sh")) or "." not in name:
        readers = (_requirements if not name.endswith(".sh") else _script,)
    else:
        return None
    for reader in readers:
        if (statements := reader(text, path)) is not None:
            return list(statements)
    return None


def _requirements(text: str, path: str) -> Iterator[Observed]:
    found = read_requirements(text, path)
    if found.unread:
        raise InputError([_no_requirement(line, position) for line, position in found.unread])
    for line, position in found.elsewhere:
        yield Observed("note", f"{line!r} points elsewhere: what it installs was not read", position)
    names_torch = False
    for item in found.wanted:
        names_torch = names_torch or item.name == "torch"
        yield asked(item)
    if found.wanted:
        replaced = any(line.strip().startswith(("--index-url", "-i ")) for line in text.splitlines())
        labels = [*([] if replaced else ["default"]), *(index_label(address) for address in found.indexes)]
        place = next((item.position for item in found.wanted if item.name == "torch"), found.wanted[0].position)
        yield from (Observed("index", label, place) for label in labels)


def _no_requirement(line: str, position: Position) -> Problem:
    return Problem(
        "MAN810", f"{line!r} is no requirement", position, "an installer refuses it, and left out it would look like a pass",
        "write name==version, as pip understands it",
    )  # fmt: skip


def _script(text: str, path: str) -> Iterator[Observed]:
    for number, line in enumerate(text.splitlines(), start=1):
        yield from install_lines(line, Position(path, number, 1))


def _dockerfile(text: str, path: str, passed: dict[str, str]) -> Iterator[Observed]:
    dockerfile = read_dockerfile(text, path, passed)
    yield from (Observed("base image", base, position) for base, position in dockerfile.bases[-1:])
    for command, position in dockerfile.commands:
        yield from install_lines(command, position)
        if re.search(r"\bpython3(-dev|-venv|-pip)?\b(?!\.)", command) and "apt" in command:
            yield Observed("python", "system", position)
    for name, value, position in dockerfile.defaults:
        text_of = f"{name} has its default {value} here: no build command among these files passes it"
        yield Observed("note", text_of, position)
    yield from (Observed("variable", f"{name}={value}", position) for name, value, position in dockerfile.variables)


def _conda(text: str, path: str) -> list[Observed] | None:
    project = read_conda(text, path)
    if project is None:
        return None
    found = [Observed("python", project.python, Position(path, 1, 1))] if project.python else []
    return found + [asked(item) for item in project.wanted]


def _pipeline(text: str, path: str) -> list[Observed] | None:
    try:
        document = parse_yaml(text.encode(), path, _MAX_BYTES)
    except InputError:
        return None
    return [statement for command, position in _strings(document) for statement in install_lines(command, position)]


def _strings(document: Document) -> Iterator[tuple[str, Position]]:
    def walk(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str, Position]]:
        if isinstance(value, str):
            yield value, document.positions[path]
        elif isinstance(value, dict):
            for key, child in value.items():
                yield from walk(child, (*path, key))
        elif isinstance(value, list):
            for number, child in enumerate(value):
                yield from walk(child, (*path, number))

    yield from walk(document.data, ())


def _pyproject(text: str, path: str) -> list[Observed] | None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    project = data.get("project")
    if not isinstance(project, dict):
        return None
    found = []
    if requires := project.get("requires-python"):
        found.append(Observed("requires python", str(requires), Position(path, 1, 1)))
    groups = {"": project.get("dependencies", []), **project.get("optional-dependencies", {})}
    uv = data.get("tool", {}).get("uv", {})
    for group, lines in groups.items():
        for line in lines if isinstance(lines, list) else ():
            place = _place(text, str(line), path)
            item = wanted_of(str(line), place)
            if item is None:
                raise InputError([_no_requirement(str(line), place)])
            found.append(asked(item, group))
            if item.name == "torch":
                found.append(Observed("index", _uv_index(uv, group), place, group))
    return found


def _uv_index(uv: dict[str, Any], group: str) -> str:
    """The index that uv takes torch from, for an extra or for all."""
    sources = uv.get("sources", {}).get("torch", [])
    for source in sources if isinstance(sources, list) else [sources]:
        if isinstance(source, dict) and source.get("extra", group) == group and "index" in source:
            name = str(source["index"])
            addresses = [
                row.get("url", "") for row in uv.get("index", []) if isinstance(row, dict) and row.get("name") == name
            ]
            return index_label(addresses[0] if addresses else name)
    return "default"


def _place(text: str, part: str, path: str) -> Position:
    for number, line in enumerate(text.splitlines(), start=1):
        if part in line:
            return Position(path, number, line.index(part) + 1)
    return Position(path, 1, 1)


def _text(path: str, content: bytes) -> str:
    text = decode(content) if len(content) <= _MAX_BYTES else None
    if text is None:
        raise InputError(
            [
                Problem(
                    "MAN810",
                    "binary, or larger than 5 MB",
                    Position(path),
                    "nothing can be read from it",
                    "name a text file",
                )
            ]
        )
    return text
