"""`planner plan`."""

from datetime import date
from pathlib import Path

import click

from planner.cli import options
from planner.cli.exits import Exit, strongest
from planner.findings.finding import at_or_above
from planner.plan.build import build_plan
from planner.plan.model import Plan
from planner.readers.tree import read_tree
from planner.render.bundle import drift, write
from planner.render.plan import plan_bundle
from planner.render.project import project_tree
from planner.scan.scan import scan
from planner.vocabulary.digest import sha256


@click.command()
@options.project
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The folder to write (default: PROJECT/migration, or PROJECT/migration-home with --reverse).",
)
@click.option("--reverse", is_flag=True, help="Plan the way home, from the migration's target to its source.")
@click.option(
    "--check", "check_only", is_flag=True, help="Write nothing; exit with 13 where the folder is out of date."
)
@options.as_of
@options.fail_on
def plan(project: Path, output: Path | None, reverse: bool, check_only: bool, as_of: date, fail_on: str) -> Exit:
    """Write the migration plan of PROJECT: decision, stages, rollback, images and configs, in one folder.

    Exit code 0: written; 10: no route, or none home; 12: undecided, something needed is not declared, unknown or
    disputed (the plan is written all the same); 13: out of date (--check).
    """
    try:
        declared, catalog, folder = options.load_project(project)
    except options.NoManifest:
        click.echo("there is no planner.yaml here: nothing to plan (write one with `planner init`)", err=True)
        return Exit.NOTHING
    if declared.manifest.migration is None:
        raise click.UsageError(
            "the manifest declares no migration: add `migration: {from: …, to: …}` with two environments"
        )
    output = output or folder / ("migration-home" if reverse else "migration")
    tree = project_tree(read_tree(folder), output)
    inventory = scan(tree, catalog)
    digests = {
        "manifest": sha256((folder / declared.document.positions[()].path).read_bytes()),
        "catalog": catalog.digest,
        "project": inventory.digest,
    }
    made = build_plan(declared, inventory, catalog, as_of, reverse, digests)
    bundle = plan_bundle(made, declared, catalog)
    unmanaged = frozenset(declared.manifest.files.unmanaged)
    if check_only:
        for line in (differences := drift(bundle, output, unmanaged)):
            click.echo(line)
        return Exit.DRIFT if differences else Exit.DONE
    write(bundle, output, unmanaged)
    _say(made, output)
    return strongest(
        [
            Exit.FINDINGS if at_or_above(made.findings, fail_on) else Exit.DONE,
            Exit.UNDECIDED if made.decision.verdict == "undecided" else Exit.DONE,
        ]
    )


def _say(made: Plan, output: Path) -> None:
    click.echo(f"{made.source.name} to {made.target.name}: {made.decision.verdict}")
    for reason in made.decision.because:
        click.echo(f"  {reason}")
    for item in made.findings:
        click.echo(f"{item.position}: {item.severity}: {item.message} [{item.rule}]")
    counts = {"stage": made.stages, "coupling": made.inventory.couplings, "blind spot": made.blind_spots}
    click.echo(", ".join(f"{len(items)} {name}{'' if len(items) == 1 else 's'}" for name, items in counts.items()))
    click.echo(f"written to {output}: begin with DECISION.md")
