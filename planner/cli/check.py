"""`planner check`."""

from datetime import date
from pathlib import Path

import click

from planner.cli import options
from planner.cli.exits import Exit, strongest
from planner.findings.finding import at_or_above, finish, from_problems
from planner.findings.formats import FORMATS
from planner.findings.report import Report
from planner.matrix.check import check as check_manifest
from planner.matrix.check import report
from planner.vocabulary.position import InputError


@click.command()
@options.project
@options.environment
@options.as_of
@options.output_format
@options.fail_on
def check(project: Path, environment: str | None, as_of: date, format_: str, fail_on: str) -> Exit:
    """Check the manifest of PROJECT (default: this folder): can its environments be installed, and do they run?

    Exit code 0: yes; 10: findings; 12: something is unknown or disputed and nobody has accepted it; 2: the manifest has
    faults; 3: there is no manifest here.
    """
    try:
        declared, catalog, _ = options.load_project(project)
    except options.NoManifest:
        click.echo("there is no planner.yaml here: nothing to check (write one with `planner init`)", err=True)
        return Exit.NOTHING
    except InputError as error:
        findings = finish(from_problems(error))
        summary = f"faults in the manifest: {len(findings)}; nothing was judged"
        click.echo(FORMATS[format_](Report("check", as_of.isoformat(), summary, findings)), nl=False)
        return Exit.INPUT
    names = options.chosen(declared, environment)
    if not names:
        click.echo("no environment of this manifest has an accelerator: nothing to check", err=True)
        return Exit.NOTHING
    checked = check_manifest(declared, names, catalog, as_of)
    click.echo(FORMATS[format_](report(checked, "check", catalog, as_of)), nl=False)
    return strongest(
        [
            Exit.FINDINGS if at_or_above(checked.findings, fail_on) else Exit.DONE,
            Exit.UNDECIDED if checked.undecided else Exit.DONE,
        ]
    )
