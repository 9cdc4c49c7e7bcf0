"""`planner matrix`: judge, explain, route."""

from datetime import date
from pathlib import Path

import click

from planner.cli import options
from planner.cli.exits import Exit, strongest
from planner.findings.finding import at_or_above
from planner.findings.formats import FORMATS
from planner.matrix.check import check, report
from planner.matrix.explain import explanation
from planner.matrix.judge import Judge
from planner.matrix.route import find_route
from planner.matrix.show import route_report
from planner.vocabulary.verdict import Verdict

_NO_MANIFEST = "there is no planner.yaml here: nothing to judge (write one with `planner init`)"


@click.group()
def matrix() -> None:
    """Ask what goes with what."""


@matrix.command()
@options.project
@options.environment
@options.as_of
@options.output_format
@options.fail_on
def judge(project: Path, environment: str | None, as_of: date, format_: str, fail_on: str) -> Exit:
    """Judge the environments of PROJECT's manifest, every constraint with its reason and its sources."""
    try:
        declared, catalog, _ = options.load_project(project)
    except options.NoManifest:
        click.echo(_NO_MANIFEST, err=True)
        return Exit.NOTHING
    checked = check(declared, options.chosen(declared, environment), catalog, as_of)
    click.echo(FORMATS[format_](report(checked, "matrix judge", catalog, as_of)), nl=False)
    found = Exit.FINDINGS if at_or_above(checked.findings, fail_on) else Exit.DONE
    return strongest([found, Exit.UNDECIDED if checked.undecided else Exit.DONE])


@matrix.command()
@options.project
@options.environment
@options.as_of
@options.output_format
def explain(project: Path, environment: str | None, as_of: date, format_: str) -> Exit:
    """Show the trace: every fact that speaks of an environment, accepted or rejected and why; then the nearest
    environments that are supported.
    """
    try:
        declared, catalog, _ = options.load_project(project)
    except options.NoManifest:
        click.echo(_NO_MANIFEST, err=True)
        return Exit.NOTHING
    judging = Judge(catalog, as_of)
    names = options.chosen(declared, environment)
    result = explanation([declared.environments[name] for name in names], judging)
    click.echo(FORMATS[format_](result), nl=False)
    return Exit.DONE


@matrix.command()
@options.project
@click.option("--from", "source", metavar="NAME", help="The environment to start from (default: the migration's).")
@click.option("--to", "target", metavar="NAME", help="The environment to reach (default: the migration's).")
@options.as_of
@options.output_format
def route(project: Path, source: str | None, target: str | None, as_of: date, format_: str) -> Exit:
    """The cheapest sequence of single-layer changes from one environment to another, and the one back."""
    try:
        declared, catalog, _ = options.load_project(project)
    except options.NoManifest:
        click.echo(_NO_MANIFEST, err=True)
        return Exit.NOTHING
    migration = declared.manifest.migration
    source = source or (migration.source if migration else None)
    target = target or (migration.target if migration else None)
    if source is None or target is None:
        raise click.UsageError("the manifest declares no migration: name two environments with --from and --to")
    start, end = (declared.environments[options.chosen(declared, name)[0]] for name in (source, target))
    judging = Judge(catalog, as_of)
    there, back = find_route(start, end, judging), find_route(end, start, judging)
    click.echo(FORMATS[format_](route_report(there, back, as_of)), nl=False)
    if there.forbidden or back.forbidden:
        return Exit.FINDINGS
    doubtful = {Verdict.UNKNOWN, Verdict.DISPUTED} & {there.judged.verdict, back.judged.verdict}
    return Exit.UNDECIDED if doubtful else Exit.DONE
