"""`planner scan`."""

import glob
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import click

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.cli import options
from planner.cli.exits import Exit
from planner.cli.progress import progress
from planner.findings.baseline import Known, NoBaseline, baseline_text, known_of, read_baseline
from planner.findings.finding import at_or_above
from planner.findings.formats import FORMATS
from planner.readers.git import NoListing, NoRevision
from planner.readers.tree import Tree, read_revision, read_tree
from planner.scan.reading import Read
from planner.scan.report import KnownBefore, scan_report
from planner.scan.scan import read_project
from planner.scan.scan import scan as scan_tree


@click.command()
@click.argument("repository", type=click.Path(path_type=Path), default=".")
@click.option(
    "--stack",
    "stacks",
    metavar="STACK",
    multiple=True,
    help="Only what this target stack does with the code (default: all stacks); may be repeated.",
)
@click.option(
    "--exclude",
    metavar="PATTERN",
    multiple=True,
    help="Leave out files and folders, such as 'third_party' or '*/legacy/*'; may be repeated.",
)
@click.option("--diff", "revision", metavar="REV", help="Only what was added since this git revision counts.")
@click.option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Known findings, which do not count.",
)
@click.option(
    "--write-baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write today's findings as a baseline.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that read files (default: as many as are worth it).",
)
@options.as_of
@options.output_format
@options.fail_on
def scan(
    repository: Path, stacks: tuple[str, ...], exclude: tuple[str, ...], revision: str | None, baseline: Path | None,
    write_baseline: Path | None, jobs: int | None, as_of: date, format_: str, fail_on: str,
) -> Exit:  # fmt: skip
    """List what ties REPOSITORY (default: this folder) to an accelerator. Nothing of it is run.

    Exit code 0: nothing at or above --fail-on; 10: findings; 2: the folder, the revision or the baseline cannot be read.
    """
    catalog = load_catalog()
    targets = catalog.targets
    if unknown := [stack for stack in stacks if stack not in targets]:
        named = " or ".join(map(repr, unknown))
        raise click.BadParameter(f"no stack is called {named}; there are {', '.join(targets)}", param_hint="--stack")
    tree = read_tree(repository, (*exclude, *_within(repository, baseline, write_baseline)))
    with progress("reading", len(tree.files)) as tell:
        read = read_project(tree, catalog, tell, jobs)
    known = [*_of_baseline(tree, baseline, told=not stacks), *_of_revision(tree, read, revision, catalog, as_of, jobs)]
    result = scan_report(tree, scan_tree(tree, catalog, read), catalog, as_of, stacks, known)
    if write_baseline is not None:
        entries = [*known_of(result.findings), *_left_out(tree, write_baseline)]
        options.write(write_baseline, baseline_text(entries))
        click.echo(f"{write_baseline}: {len(entries)} findings are known from now on", err=True)
        return Exit.DONE
    click.echo(FORMATS[format_](result), nl=False)
    return Exit.FINDINGS if at_or_above(result.findings, fail_on) else Exit.DONE


def _within(repository: Path, *paths: Path | None) -> Iterator[str]:
    """Patterns for files of the repository that are baselines: what they name couples to nothing."""
    root = repository.resolve()
    for path in paths:
        if path is not None and (whole := path.resolve()).is_relative_to(root):
            yield glob.escape(whole.relative_to(root).as_posix())


def _left_out(tree: Tree, path: Path) -> list[Known]:
    """The entries of an earlier baseline for files that were left out: nobody asked whether they are gone."""
    try:
        return [one for one in read_baseline(path.read_text(encoding="utf-8")) if tree.leaves_out(one.path)]
    except (OSError, ValueError):
        return []


def _of_baseline(tree: Tree, path: Path | None, *, told: bool) -> Iterator[KnownBefore]:
    """What a baseline holds for the files that are read; `told`: what is gone is to be said."""
    if path is None:
        return
    try:
        known = read_baseline(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise click.BadParameter(
            f"{path} cannot be read ({reason}); write one with --write-baseline", param_hint="--baseline"
        ) from None
    except NoBaseline as error:
        raise click.BadParameter(
            f"{path} is no baseline: {error}; write it anew with --write-baseline", param_hint="--baseline"
        ) from None
    stale = "{} findings of the baseline are gone: write it anew with --write-baseline, so that they stay away"
    asked = [one for one in known if not tree.leaves_out(one.path)]
    yield KnownBefore(asked, f"known, by {path.name}", stale if told else "")


def _of_revision(
    tree: Tree, read: Mapping[str, Read], revision: str | None, catalog: Catalog, as_of: date, jobs: int | None
) -> Iterator[KnownBefore]:
    """What a revision held already: it is scanned, too, and what did not change is not read twice."""
    if revision is None:
        return
    try:
        earlier = read_revision(tree, revision)
    except (NoListing, NoRevision) as error:
        raise click.BadParameter(str(error), param_hint="--diff") from None
    with progress(f"reading {revision}", len(earlier.files)) as tell:
        same = {path: read[path] for path in earlier.same if path in read}
        before = read_project(earlier, catalog, tell, jobs, same)
    report = scan_report(earlier, scan_tree(earlier, catalog, before), catalog, as_of)
    yield KnownBefore(known_of(report.findings), f"there since {revision} or before")
