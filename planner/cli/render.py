"""`planner render`."""

from pathlib import Path

import click

from planner.cli import options
from planner.cli.exits import Exit
from planner.render.bundle import drift, write
from planner.render.plan import environments_bundle


@click.command()
@options.project
@options.environment
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The folder to write (default: PROJECT/rendered)."
)
@click.option(
    "--check", "check_only", is_flag=True, help="Write nothing; exit with 13 where the folder is out of date."
)
def render(project: Path, environment: str | None, output: Path | None, check_only: bool) -> Exit:
    """Write a Dockerfile, an env file and a launch script for the environments of PROJECT's manifest."""
    try:
        declared, catalog, folder = options.load_project(project)
    except options.NoManifest:
        click.echo("there is no planner.yaml here: nothing to render (write one with `planner init`)", err=True)
        return Exit.NOTHING
    output = output or folder / "rendered"
    bundle = environments_bundle(declared, options.chosen(declared, environment), catalog)
    unmanaged = frozenset(declared.manifest.files.unmanaged)
    if check_only:
        for line in (differences := drift(bundle, output, unmanaged)):
            click.echo(line)
        return Exit.DRIFT if differences else Exit.DONE
    write(bundle, output, unmanaged)
    click.echo(f"{len(bundle.files)} files written to {output}")
    return Exit.DONE
