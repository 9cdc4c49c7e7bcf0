"""`planner.yaml` to a checked manifest and its environments, every fault of the file at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from planner.catalog.model import Catalog
from planner.manifest.environments import MAX_EXTENDS, environments_of, lineage
from planner.manifest.models import Manifest
from planner.manifest.scalars import PATTERNS
from planner.readers.positioned_yaml import Document, Path, parse_yaml
from planner.vocabulary.environment import Environment
from planner.vocabulary.position import InputError, Position, Problem

MAX_BYTES = 256 * 1024
NAME = "planner.yaml"

_WHY_STRICT = "a key or value that is not understood would be ignored in silence"


@dataclass(frozen=True)
class Declared:
    """A manifest, its environments with everything inherited, and where each thing stands."""

    manifest: Manifest
    environments: Mapping[str, Environment]
    document: Document

    def where(self, *path: str | int) -> Position:
        """The position of a path, or of its nearest ancestor that stands in the file."""
        return _position(self.document, path)

    def where_in(self, environment: str, *keys: str | int) -> Position:
        """The position of a key of an environment, followed through `extends` to where it is said."""
        name: str | None = environment
        while name is not None:
            for depth in range(len(keys), 0, -1):
                if position := self.document.positions.get(("environments", name, *keys[:depth])):
                    return position
            name = self.manifest.environments[name].extends
        return self.where("environments", environment)


def load_manifest(content: bytes, path: str, catalog: Catalog) -> Declared:
    """Read and check a manifest.

    Raises:
        InputError: with every fault, each with line and column.
    """
    document = parse_yaml(content, path, MAX_BYTES)
    if not isinstance(document.data, dict):
        what = "the manifest is empty" if document.data is None else "the manifest is no mapping"
        raise InputError(
            [Problem("MAN802", what, Position(path, 1), "there is nothing to check", "start with `planner init`")]
        )
    try:
        manifest = Manifest.model_validate(document.data)
    except ValidationError as error:
        raise InputError(
            [_problem(detail, document) for detail in _distinct(error.errors(include_url=False), document)]
        ) from None
    problems = list(_references(manifest, document, catalog))
    if problems:
        raise InputError(problems)
    return Declared(manifest, environments_of(manifest, catalog), document)


def _references(manifest: Manifest, document: Document, catalog: Catalog) -> Iterable[Problem]:
    names = manifest.environments
    used: list[tuple[Path, str]] = []
    if manifest.migration:
        used += [(("migration", "from"), manifest.migration.source), (("migration", "to"), manifest.migration.target)]
    used += [(("accept", i, "environment"), item.environment) for i, item in enumerate(manifest.accept)]
    capacity = manifest.operations.capacity
    used += [(("operations", "capacity", i, "environment"), item.environment) for i, item in enumerate(capacity)]
    used += [(("cost", "hourly", name), name) for name in (manifest.cost.hourly if manifest.cost else ())]
    used += [
        (("environments", name, "extends"), model.extends) for name, model in names.items() if model.extends is not None
    ]
    for path, name in used:
        if name not in names:
            yield Problem(
                "MAN803", f"no environment is called {name!r}", _position(document, path),
                "what it refers to cannot be checked", f"{nearest(name, names)}use one of {', '.join(sorted(names))}",
            )  # fmt: skip
    yield from _too_far(manifest, document)
    for name, model in names.items():
        if model.accelerator and model.accelerator.lower() not in catalog.aliases:
            known = [record.name for record in catalog.of_kind("accelerator")]
            yield Problem(
                "MAN804", f"no accelerator is called {model.accelerator!r}",
                _position(document, ("environments", name, "accelerator")),
                "nothing can be said about a device the catalog does not know",
                f"{nearest(model.accelerator.lower(), catalog.aliases)}use one of {', '.join(known)}; "
                "or add a record to planner.facts.yaml",
            )  # fmt: skip
    if manifest.migration:
        for key, name in (("from", manifest.migration.source), ("to", manifest.migration.target)):
            if name in names and not _inherits_accelerator(name, manifest):
                yield Problem(
                    "MAN803", f"the environment {name!r} has no accelerator", _position(document, ("migration", key)),
                    "a migration leads from one accelerator to another", f"name one in environments.{name}",
                )  # fmt: skip
        if manifest.migration.source == manifest.migration.target:
            yield Problem(
                "MAN803", "the migration starts where it ends", _position(document, ("migration",)),
                "there is nothing to plan", "name two environments",
            )  # fmt: skip


def _too_far(manifest: Manifest, document: Document) -> Iterable[Problem]:
    """Circles of `extends`, and chains that are too long, each where it becomes so."""
    names = manifest.environments
    long = {}
    for name in names:
        line = lineage(name, manifest)
        if len(line) > MAX_EXTENDS + 1:
            long[name] = names[name].extends
        elif names[line[-1]].extends == name:
            yield Problem(
                "MAN803", f"{' extends '.join([*line, name])}: a circle",
                _position(document, ("environments", name, "extends")), "no value can be found this way",
                "let one of them extend nothing",
            )  # fmt: skip
    # all of a long circle are too far, and none of them is the first
    for name in [name for name, parent in long.items() if parent not in long] or list(long)[:1]:
        yield Problem(
            "MAN803", f"{name!r} extends one environment over another, more than {MAX_EXTENDS} in a row",
            _position(document, ("environments", name, "extends")), "nobody can follow where its values come from",
            f"let it extend nothing, or shorten the chain to {MAX_EXTENDS}",
        )  # fmt: skip


def _inherits_accelerator(name: str | None, manifest: Manifest) -> bool:
    seen: set[str] = set()
    while name in manifest.environments and name not in seen:
        if manifest.environments[name].accelerator:
            return True
        seen.add(name)
        name = manifest.environments[name].extends
    return False


def _distinct(errors: Iterable[Any], document: Document) -> list[Any]:
    """One error a place: a union reports every branch that did not fit, under a path of its own."""
    best: dict[Path, Any] = {}
    for error in errors:
        *parents, last = error["loc"]
        # what stands in no file is a step through a union
        loc: Path = ()
        for part in parents:
            loc = (*loc, part) if (*loc, part) in document.positions else loc
        if (*loc, last) in document.positions or error["type"] == "missing":
            loc = (*loc, last)
        best.setdefault(loc, {**error, "loc": loc})
    return list(best.values())


def _problem(error: Any, document: Document) -> Problem:
    loc, kind = error["loc"], error["type"]
    shown = ".".join(str(part) for part in loc)
    position = _position(document, loc)
    if kind == "extra_forbidden":
        siblings = _fields_at(loc[:-1])
        return Problem(
            "MAN802", f"unknown key {shown!r}", position, _WHY_STRICT,
            f"{nearest(str(loc[-1]), siblings)}remove it; known here: {', '.join(siblings)}",
        )  # fmt: skip
    if kind == "missing":
        return Problem("MAN802", f"{shown} is missing", position, "nothing can be assumed in its place", "add it")
    message = error["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
    if kind == "string_pattern_mismatch":
        message = f"must be {PATTERNS.get(error['ctx']['pattern'], 'a text without control characters')}"
    given = getattr(error["input"], "text", error["input"])
    found = "" if isinstance(given, dict | list) else f" (found {str(given)[:60]!r})"
    return Problem("MAN802", f"{shown}: {message}{found}", position, _WHY_STRICT, "see `planner schema`")


def _fields_at(loc: tuple[str | int, ...]) -> list[str]:
    """The keys that the manifest knows at a path."""
    from planner.manifest.schema import manifest_schema

    schema = manifest_schema()

    def resolved(node: dict[str, Any]) -> dict[str, Any]:
        for branch in node.get("anyOf", ()):
            if branch.get("type") != "null" and branch.get("type") != "string":
                node = branch
        return schema["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node

    node = resolved(schema)
    for part in loc:
        children = node.get("properties", {})
        node = resolved(
            children.get(part) or node.get("items") or next(iter(node.get("patternProperties", {}).values()), {})
        )
    return sorted(node.get("properties", {}))


def nearest(name: str, known: Iterable[str]) -> str:
    """The question whether something like it was meant, to stand before a list that may be long; empty where nothing is."""
    match = get_close_matches(name, list(known), n=1)
    return f"did you mean {match[0]!r}? otherwise " if match else ""


def _position(document: Document, path: Iterable[str | int]) -> Position:
    keys = tuple(path)
    while keys not in document.positions:
        keys = keys[:-1]
    return document.positions[keys]
