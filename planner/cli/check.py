"""`planner check`."""

from datetime import date
from pathlib import Path

import click

from planner.catalog.load import load_catalog
from planner.cli import options
from planner.cli.exits import Exit, strongest
from planner.findings.finding import Finding, at_or_above, from_problems
from planner.findings.formats import FORMATS
from planner.matrix.check import Checked, report, together
from planner.matrix.check import check as check_manifest
from planner.matrix.judge import Judge
from planner.vocabulary.position import InputError


@click.command()
@click.argument("projects", nargs=-1, type=click.Path(path_type=Path))
@options.environment
@options.as_of
@options.output_format
@options.fail_on
def check(projects: tuple[Path, ...], environment: str | None, as_of: date, format_: str, fail_on: str) -> Exit:
    """Check the manifests of PROJECTS (default: this folder): can their environments be installed, and do they run?

    Exit code 0: yes; 10: findings; 12: something is unknown or disputed and nobody has accepted it; 2: a manifest has
    faults; 3: there is no manifest here.
    """
    catalog = load_catalog()
    judge = Judge(catalog, as_of)
    faults: list[Finding] = []
    checked: list[Checked] = []
    for project in projects or (Path(),):
        try:
            declared, known, _ = options.load_project(project, catalog, whole_path=True)
            names = options.chosen(declared, environment)
            own = judge if known is catalog else Judge(known, as_of)
            checked.append(check_manifest(declared, names, own))
        except options.NoManifest:
            click.echo("there is no planner.yaml here: nothing to check (write one with `planner init`)", err=True)
            return Exit.NOTHING
        except InputError as error:
            faults += from_problems(error)
    whole = together(checked, faults)
    if not whole.judged and not faults:
        click.echo("no environment has an accelerator: nothing to check", err=True)
        return Exit.NOTHING
    click.echo(FORMATS[format_](report(whole, "check", catalog, as_of)), nl=False)
    return strongest(
        [
            Exit.INPUT if faults else Exit.DONE,
            Exit.FINDINGS if at_or_above(whole.findings, fail_on) else Exit.DONE,
            Exit.UNDECIDED if whole.open else Exit.DONE,
        ]
    )
