"""A file of any kind that says something about an environment, as statements."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from planner.readers.conda import conda_lines, conda_statements
from planner.readers.dockerfile import read_dockerfile
from planner.readers.install_lines import install_lines
from planner.readers.locks import read_conda_lock, read_toml_lock
from planner.readers.observed import Observed, asked, index_label, place_of, python_asked
from planner.readers.poetry import poetry_statements
from planner.readers.positioned_yaml import Document, parse_yaml
from planner.readers.reports import is_collect_env, read_collect_env, read_neuron_ls, read_nvidia_smi
from planner.readers.requirements import read_requirements, wanted_of
from planner.readers.text import decode, lines_of
from planner.readers.toml import read_toml, rows, table
from planner.vocabulary.position import InputError, Position, Problem

_MAX_BYTES = 5_000_000
_DOCKERFILE = re.compile(r"(^|/)([^/]*\.)?(Dockerfile|Containerfile)(\.[^/]*)?$", re.IGNORECASE)
_BUILD = re.compile(r"(?:docker|podman|buildah|buildx)\s+(?:build|bud)\b([^\n;&|]*)")
_ONE_PYTHON = re.compile(r"3\.\d+")
_ARGUMENT = re.compile(r"--build-arg[= ]+(\w+)=(\S+)")


def read_life(files: Iterable[tuple[str, bytes]]) -> list[Observed]:
    """What some files say, in the order given.

    Raises:
        InputError: a file is binary, too large, or of no kind that is known here.
    """
    texts = {path: _text(path, content) for path, content in files}
    # a build argument that a pipeline passes overrides the default in the Dockerfile
    passed = dict(pair for path, text in texts.items() for pair in _passed(text, path))
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


def _passed(text: str, path: str) -> Iterator[tuple[str, str]]:
    """The build arguments that a command line, a compose file or a CI step passes."""
    for build in _BUILD.findall(text):
        yield from _ARGUMENT.findall(build)
    document = _yaml(text, path) if path.endswith((".yml", ".yaml")) else None
    for value, _ in _nodes(document) if document else ():
        build = value.get("build") if isinstance(value, dict) else None
        given = build.get("args") if isinstance(build, dict) else None
        step = value.get("with") if isinstance(value, dict) else None
        if isinstance(step, dict) and isinstance(step.get("build-args"), str):
            given = step["build-args"].split("\n")
        if isinstance(given, dict):
            yield from ((str(name), _spelled(one)) for name, one in given.items())
        for line in given if isinstance(given, list) else ():
            name, separator, one = str(line).strip().partition("=")
            if separator:
                yield name, one


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
    frozen = "freeze" in path.rpartition("/")[2] and any("+" in item.versions for item in found.wanted)
    # a freeze says what is there, with the build in its version; where it came from no longer matters
    if found.wanted and not frozen:
        replaced = any(line.strip().startswith(("--index-url", "-i ")) for line in lines_of(text))
        labels = [*([] if replaced else ["default"]), *(index_label(address) for address in found.indexes)]
        place = next((item.position for item in found.wanted if item.name == "torch"), found.wanted[0].position)
        yield from (Observed("index", label, place) for label in labels)


def _no_requirement(line: str, position: Position) -> Problem:
    return Problem(
        "MAN810", f"{line!r} is no requirement", position, "an installer refuses it, and left out it would look like a pass",
        "write name==version, as pip understands it",
    )  # fmt: skip


def _script(text: str, path: str) -> Iterator[Observed]:
    for number, line in enumerate(lines_of(text), start=1):
        yield from install_lines(line, Position(path, number, 1))


def _dockerfile(text: str, path: str, passed: dict[str, str]) -> Iterator[Observed]:
    dockerfile = read_dockerfile(text, path, passed)
    if dockerfile.base:
        yield Observed("base image", *dockerfile.base)
    for command, position in dockerfile.commands:
        yield from install_lines(command, position)
        if re.search(r"\bpython3(-dev|-venv|-pip)?\b(?!\.)", command) and "apt" in command:
            yield Observed("python", "system", position)
    for name, value, position in dockerfile.defaults:
        text_of = f"{name} has its default {value} here: no build command among these files passes it"
        yield Observed("note", text_of, position)
    yield from (Observed("variable", f"{name}={value}", position) for name, value, position in dockerfile.variables)


def _conda(text: str, path: str) -> list[Observed] | None:
    lines = conda_lines(text, path)
    if lines is None:
        return None
    named = [item for line, position in lines.by_pip if (item := wanted_of(line, position))]
    return [*conda_statements(lines.own), *(asked(item) for item in named)]


def _pipeline(text: str, path: str) -> list[Observed] | None:
    document = _yaml(text, path)
    if document is None:
        return None
    found: list[Observed] = []
    for value, position in _nodes(document):
        if isinstance(value, str):
            found += install_lines(value, position)
        elif isinstance(value, dict) and _ONE_PYTHON.fullmatch(_spelled(value.get("python-version"))):
            found.append(Observed("python", _spelled(value["python-version"]), position))
    return found


def _yaml(text: str, path: str) -> Document | None:
    try:
        return parse_yaml(text.encode(), path, _MAX_BYTES)
    except InputError:
        return None


def _spelled(value: Any) -> str:
    """A scalar as it was written: 3.10 is not 3.1."""
    return str(getattr(value, "text", value))


def _nodes(document: Document) -> Iterator[tuple[Any, Position]]:
    """Every value of a document with its place."""

    def walk(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[Any, Position]]:
        yield value, document.positions.get(path, Position(document.positions[()].path, 1))
        if isinstance(value, dict):
            for key, child in value.items():
                yield from walk(child, (*path, key))
        elif isinstance(value, list):
            for number, child in enumerate(value):
                yield from walk(child, (*path, number))

    yield from walk(document.data, ())


def _pyproject(text: str, path: str) -> list[Observed] | None:
    data = read_toml(text)
    if data is None:
        return None
    tool = table(data.get("tool"))
    poetry = table(tool.get("poetry"))
    if isinstance(poetry.get("dependencies"), dict):
        return list(poetry_statements(poetry, text, path))
    project = data.get("project")
    if not isinstance(project, dict):
        return None
    found = []
    if requires := project.get("requires-python"):
        found.append(python_asked(str(requires), place_of(text, "requires-python", path)))
    groups = {
        "": project.get("dependencies", []), **table(project.get("optional-dependencies")), **table(data.get("dependency-groups")),
    }  # fmt: skip
    uv = table(tool.get("uv"))
    for group, lines in groups.items():
        for line in lines if isinstance(lines, list) else ():
            if isinstance(line, dict):
                continue
            place = place_of(text, str(line), path)
            item = wanted_of(str(line), place)
            if item is None:
                raise InputError([_no_requirement(str(line), place)])
            found.append(asked(item, group))
            if item.name == "torch":
                found += [Observed("index", label, place, group, marker) for label, marker in _uv_indexes(uv, group)]
    return found


def _uv_indexes(uv: dict[str, Any], group: str) -> Iterator[tuple[str, str]]:
    """The indexes that uv takes torch from, for an extra or for all, each with its marker."""
    sources = table(uv.get("sources")).get("torch", [])
    for source in sources if isinstance(sources, list) else [sources]:
        if isinstance(source, dict) and source.get("extra", group) == group and "index" in source:
            name, marker = str(source["index"]), str(source.get("marker", ""))
            addresses = [
                str(row.get("url", ""))
                for row in rows(uv.get("index"))
                if isinstance(row, dict) and row.get("name") == name
            ]
            yield index_label(addresses[0] if addresses else name), marker
            if not marker:
                return
    yield "default", ""


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
