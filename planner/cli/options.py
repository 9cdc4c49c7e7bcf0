"""Options that several verbs share: one option, one meaning."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from planner.catalog.load import OVERLAY, load_catalog
from planner.catalog.model import Catalog
from planner.findings.formats import FORMATS
from planner.findings.rule import rule_ids
from planner.manifest.load import NAME, Declared, load_manifest, nearest
from planner.vocabulary.position import InputError, Position, Problem

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _date(context: click.Context, parameter: click.Parameter, value: str | None) -> date:
    if value is None:
        return date.today()
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no date; write it as 2026-12-01") from None


as_of = click.option(
    "--as-of", callback=_date, metavar="DATE", help="What depends on the date depends on this one (default: today)."
)
output_format = click.option(
    "--format", "format_", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="How to print the result."
)  # fmt: skip
fail_on = click.option(
    "--fail-on", type=click.Choice(["error", "warning", "note", "never"]), default="error", show_default=True,
    help="The least severity that makes the exit code 10.",
)  # fmt: skip
environment = click.option("--environment", metavar="NAME", help="Only this environment of the manifest.")
project = click.argument("project", type=click.Path(path_type=Path), default=".")


def write(path: Path, content: str) -> None:
    """Write a file, whole or not at all.

    Raises:
        click.FileError: it cannot be written.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        new.write_text(content, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise click.FileError(str(path), hint=error.strerror or "it cannot be written") from None


class NoManifest(Exception):
    """There is no manifest in a folder that nobody named: nothing to check."""


def load_project(
    project: Path, catalog: Catalog | None = None, *, whole_path: bool = False
) -> tuple[Declared, Catalog, Path]:
    """The manifest of a project's folder (or a manifest's own path), the catalog, and the folder.

    Positions name the file, or its path from here with `whole_path`: what is written down must not tell where it was made.

    Raises:
        NoManifest: the current folder has none.
        InputError: it was named and is missing, or has faults.
    """
    path = project if project.suffix in (".yaml", ".yml") else project / NAME
    if not path.is_file():
        if project == Path():
            raise NoManifest
        raise _not_there(path)
    known = catalog if catalog and not (path.parent / OVERLAY).is_file() else _own_catalog(path.parent)
    try:
        content = path.read_bytes()
    except OSError as error:
        problem = Problem(
            "MAN809",
            f"cannot be read: {error.strerror}",
            Position(str(path)),
            "nothing can be checked",
            "make it readable",
        )
        raise InputError([problem]) from None
    return load_manifest(content, str(path) if whole_path else path.name, known), known, path.parent


def _own_catalog(folder: Path) -> Catalog:
    """The catalog with a project's own facts; their constraints must report under rules that exist."""
    catalog, rules = load_catalog(folder), set(rule_ids())
    problems = [
        Problem(
            "MAN807", f"constraint {one.id}: no rule is called {one.rule}", Position(OVERLAY),
            "what nobody explains cannot be reported", "use the rule of a constraint like it; `planner explain` lists them",
        )
        for one in catalog.constraints.values() if one.rule not in rules
    ]  # fmt: skip
    if problems:
        raise InputError(problems)
    return catalog


def _not_there(path: Path) -> InputError:
    return InputError(
        [
            Problem(
                "MAN809", f"there is no {path.name} here", Position(str(path)), "it was named, and there is nothing to read",
                "name a folder with a planner.yaml, or write one with `planner init`",
            )
        ]
    )  # fmt: skip


def chosen(declared: Declared, environment: str | None) -> list[str]:
    """The environments a verb works on: the one named, else all with an accelerator.

    Raises:
        click.BadParameter: there is none of that name.
    """
    names = declared.environments
    if environment is None:
        return sorted(name for name, value in names.items() if value.accelerator)
    if environment not in names:
        raise click.BadParameter(
            f"no environment is called {environment!r}; there are {', '.join(sorted(names))}",
            param_hint="--environment",
        )
    return [environment]


def accelerator_name(name: str, catalog: Catalog) -> str:
    """An accelerator by any of its spellings.

    Raises:
        click.BadParameter: the catalog knows none; those it knows are listed.
    """
    found = catalog.aliases.get(name.lower())
    if found is None:
        known = ", ".join(record.name for record in catalog.of_kind("accelerator"))
        meant = nearest(name.lower(), catalog.aliases)
        raise click.BadParameter(
            f"no accelerator is called {name!r}; {meant}use one of {known}", param_hint="--accelerator"
        )
    return found
