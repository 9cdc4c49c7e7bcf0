"""`planner catalog`: show, sources, disputes, age, diff."""

import json
from datetime import date
from difflib import get_close_matches
from pathlib import Path

import click

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.cli import options
from planner.cli.exits import Exit
from planner.findings.formats import FORMATS
from planner.findings.report import Report, Section
from planner.matrix import browse as view
from planner.matrix.check import check
from planner.matrix.judge import Judge
from planner.vocabulary.position import InputError, Position, Problem

project_option = click.option(
    "--project",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="With the planner.facts.yaml of this project.",
)


@click.group()
def catalog() -> None:
    """Read what is known, with its sources."""


@catalog.command()
@click.argument("subject", required=False)
@project_option
@options.as_of
@options.output_format
def show(subject: str | None, project: Path | None, as_of: date, format_: str) -> Exit:
    """Show SUBJECT as a table: a kind (os, sdk, accelerator), a constraint (torch-python) or a name (neuron-2.33.0);
    without one, list the kinds and constraints.
    """
    known = load_catalog(project)
    if subject is None:
        kinds = sorted({kind for kind, _ in known.records})
        click.echo("\n".join([*kinds, *known.constraints]))
        return Exit.DONE
    if subject not in (names := view.subjects(known)):
        near = get_close_matches(subject, names, n=3, cutoff=0.4)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise click.BadParameter(f"the catalog knows no {subject!r}.{hint}", param_hint="SUBJECT")
    return _print(view.show(known, subject, as_of), format_)


@catalog.command()
@project_option
@options.as_of
@options.output_format
def sources(project: Path | None, as_of: date, format_: str) -> Exit:
    """List all sources."""
    return _print(view.show_sources(load_catalog(project), as_of), format_)


@catalog.command()
@project_option
@options.as_of
@options.output_format
def disputes(project: Path | None, as_of: date, format_: str) -> Exit:
    """List the questions on which sources disagree, side by side."""
    return _print(view.show_disputes(load_catalog(project), as_of), format_)


@catalog.command()
@project_option
@options.as_of
@options.output_format
def age(project: Path | None, as_of: date, format_: str) -> Exit:
    """Tell how long ago each source was read, the oldest first."""
    return _print(view.show_age(load_catalog(project), as_of), format_)


@catalog.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path), required=False)
@click.option(
    "--project", type=click.Path(path_type=Path), help="Also tell which of this manifest's environments change."
)
@options.as_of
@options.output_format
def diff(old: Path, new: Path | None, project: Path | None, as_of: date, format_: str) -> Exit:
    """Tell what changed from the catalog OLD (a folder, or compiled JSON) to NEW (default: the planner's own)."""
    before, after = _from(old), _from(new) if new else load_catalog()
    changes = list(view.difference(before, after))
    inventory = {"changes": Section("Changes", changes, [f"{kind}: {what}" for kind, what in changes] or ["none"])}
    if project:
        touched = _touched(project, before, after, as_of)
        inventory["environments"] = Section(
            "Environments", touched, [f"{name}: {was} → {now}" for name, was, now in touched] or ["none changes"]
        )
    return _print(Report("catalog diff", as_of.isoformat(), f"changes: {len(changes)}", inventory=inventory), format_)


def _touched(project: Path, before: Catalog, after: Catalog, as_of: date) -> list[tuple[str, str, str]]:
    """The environments of a manifest whose verdict differs between two catalogs."""
    declared, _, _ = options.load_project(project)
    names = options.chosen(declared, None)
    was, now = (check(declared, names, Judge(known, as_of)).judged for known in (before, after))
    return [
        (one.environment.name, str(one.verdict), str(other.verdict))
        for one, other in zip(was, now, strict=True)
        if one.verdict is not other.verdict
    ]


def _from(path: Path) -> Catalog:
    from planner.catalog.compile import catalog_files, compile_catalog

    if path.is_dir():
        plain = compile_catalog(catalog_files(path))
    else:
        try:
            plain = json.loads(path.read_bytes())
            plain["digest"], plain["facts"]
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError(
                [
                    Problem(
                        "MAN807",
                        "no catalog",
                        Position(str(path)),
                        "there is nothing to compare",
                        "name a folder of catalog files or a compiled catalog.json",
                    )
                ]
            ) from None
    return Catalog(plain["digest"], plain)


def _print(report: Report, format_: str) -> Exit:
    click.echo(FORMATS[format_](report), nl=False)
    return Exit.DONE
