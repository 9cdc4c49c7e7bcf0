"""`planner init`."""

from pathlib import Path

import click

from planner.catalog.load import load_catalog
from planner.cli import options
from planner.cli.exits import Exit
from planner.manifest.load import NAME
from planner.readers.tree import read_tree
from planner.render.first_manifest import first_manifest
from planner.scan.scan import scan


@click.command()
@click.argument("repository", type=click.Path(path_type=Path), default=".")
@click.option(
    "--accelerator", "accelerators", multiple=True, metavar="NAME",
    help="An accelerator to declare an environment for; the first is where you are, the second where you go.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help=f"The file to write (default: REPOSITORY/{NAME})."
)
def init(repository: Path, accelerators: tuple[str, ...], output: Path | None) -> Exit:
    """Write a commented planner.yaml from what REPOSITORY (default: this folder) declares.

    What the repository does not declare stays open, and the file says so.
    """
    catalog = load_catalog()
    # two spellings of one accelerator are one environment
    names = list(dict.fromkeys(options.accelerator_name(name, catalog) for name in accelerators))
    target = output or repository / NAME
    if target.exists() or target.is_symlink():
        raise click.UsageError(
            f"{target} is there already, and init does not replace it: remove it, or choose another with -o"
        )
    tree = read_tree(repository)
    content = first_manifest(
        repository.resolve().name,
        scan(tree, catalog),
        tree,
        names,
        catalog,
    )
    try:
        target.write_bytes(content)
    except OSError as error:
        raise click.UsageError(f"{target} cannot be written: {error.strerror}") from None
    open_lines = content.count(b"# OPEN")
    click.echo(f"written to {target}; {open_lines} places are marked OPEN: the repository does not declare them")
    return Exit.DONE
