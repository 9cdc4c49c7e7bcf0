"""`planner scan`."""

from datetime import date
from pathlib import Path

import click

from planner.catalog.load import load_catalog
from planner.cli import options
from planner.cli.exits import Exit
from planner.findings.finding import at_or_above
from planner.findings.formats import FORMATS
from planner.readers.tree import read_tree
from planner.scan.report import scan_report
from planner.scan.scan import scan as scan_tree


@click.command()
@click.argument("repository", type=click.Path(path_type=Path), default=".")
@click.option("--stack", metavar="STACK", help="Only what this target stack does with the code (default: all stacks).")
@options.as_of
@options.output_format
@options.fail_on
def scan(repository: Path, stack: str | None, as_of: date, format_: str, fail_on: str) -> Exit:
    """List what ties REPOSITORY (default: this folder) to an accelerator. Nothing of it is run.

    Exit code 0: nothing at or above --fail-on; 10: findings; 2: the folder cannot be read.
    """
    catalog = load_catalog()
    targets = catalog.targets
    if stack and stack not in targets:
        raise click.BadParameter(f"no stack is called {stack!r}; there are {', '.join(targets)}", param_hint="--stack")
    tree = read_tree(repository)
    result = scan_report(tree, scan_tree(tree, catalog), catalog, as_of, stack)
    click.echo(FORMATS[format_](result), nl=False)
    return Exit.FINDINGS if at_or_above(result.findings, fail_on) else Exit.DONE
