"""`planner matrix`: judge, explain, route."""

from collections.abc import Callable
from datetime import date
from errno import ENOENT
from pathlib import Path

import click

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.cli import options
from planner.cli.exits import Exit, strongest
from planner.findings.finding import at_or_above
from planner.findings.formats import FORMATS
from planner.matrix.check import Subject, check, check_all, report
from planner.matrix.explain import explanation
from planner.matrix.judge import Judge
from planner.matrix.observe import Seen, environments_seen
from planner.matrix.route import find_route
from planner.matrix.show import route_report, solution_report
from planner.matrix.solve import SHARED
from planner.matrix.solve import solve as find_common_ground
from planner.readers.life import read_life
from planner.readers.observed import Observed
from planner.readers.requirements import wanted_of
from planner.vocabulary.position import InputError, Position, Problem
from planner.vocabulary.verdict import Verdict

_NO_MANIFEST = "there is no planner.yaml here: nothing to judge (write one with `planner init`)"
_COMMAND_LINE = Position("command line")


@click.group()
def matrix() -> None:
    """Ask what goes with what."""


@matrix.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@options.environment
@click.option("--accelerator", metavar="NAME", help="The accelerator to judge for.")
@click.option(
    "--with", "given", multiple=True, metavar="KEY=VALUE",
    help="What the files leave open: torch, python, sdk, arch, image.os, host.driver, run.instance.",
)  # fmt: skip
@options.as_of
@options.output_format
@options.fail_on
def judge(
    paths: tuple[Path, ...], environment: str | None, accelerator: str | None, given: tuple[str, ...], as_of: date,
    format_: str, fail_on: str,
) -> Exit:  # fmt: skip
    """Judge environments, every constraint with its reason and its sources.

    PATHS is a project (default: this folder) whose manifest is judged, or files that say something of an environment:
    requirements, pip freeze output, pyproject.toml, a lock (uv, PEP 751, poetry, conda), a Dockerfile, a CI file, the
    output of collect_env, nvidia-smi or neuron-ls -j. What they leave open is not judged, and listed. Without PATHS,
    --accelerator and --with are the whole question.
    """
    asked = bool(accelerator or given)
    of_manifest = any(path.is_dir() or path.name == "planner.yaml" for path in paths) or not (paths or asked)
    if of_manifest and asked:
        raise click.UsageError("--accelerator and --with complete files; a manifest says these things itself")
    if not of_manifest:
        catalog = load_catalog()
        answers = _given(given, accelerator, catalog)
        observed = _read(paths)
        if "torch" in answers:
            observed.append(Observed("torch", f"torch=={answers['torch']}", _COMMAND_LINE))
        subjects = [
            Subject(seen.environment, _where(seen, paths), seen.notes)
            for seen in environments_seen(observed, answers, catalog)
        ]
        notes = [f"{one.environment.name}: {text}" for one in subjects for text in one.notes]
        checked = check_all(subjects, Judge(catalog, as_of))
    else:
        try:
            declared, catalog, _ = options.load_project(paths[0] if paths else Path())
        except options.NoManifest:
            click.echo(_NO_MANIFEST, err=True)
            return Exit.NOTHING
        checked, notes = check(declared, options.chosen(declared, environment), Judge(catalog, as_of)), []
    click.echo(FORMATS[format_](report(checked, "matrix judge", catalog, as_of, notes)), nl=False)
    found = Exit.FINDINGS if at_or_above(checked.findings, fail_on) else Exit.DONE
    return strongest([found, Exit.UNDECIDED if checked.open else Exit.DONE])


def _read(paths: tuple[Path, ...]) -> list[Observed]:
    problems, contents = [], []
    for path in paths:
        try:
            if not path.is_file():
                raise FileNotFoundError(ENOENT, "no file of this name")
            contents.append((str(path), path.read_bytes()))
        except OSError as error:
            problems.append(
                Problem(
                    "MAN810",
                    f"cannot be read: {error.strerror}",
                    Position(str(path)),
                    "it was named",
                    "name a file that exists",
                )
            )
    if problems:
        raise InputError(problems)
    return read_life(contents)


def _given(pairs: tuple[str, ...], accelerator: str | None, catalog: Catalog) -> dict[str, str]:
    known = {"torch", "python", "sdk", "arch", "image.os", "host.driver", "run.instance"}
    given = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator or key not in known:
            raise click.BadParameter(
                f"{pair!r} is not KEY=VALUE with a key of {', '.join(sorted(known))}", param_hint="--with"
            )
        given[key] = value
    if "torch" in given and not wanted_of(f"torch=={given['torch']}", _COMMAND_LINE):
        raise click.BadParameter(f"{given['torch']!r} is no version of torch", param_hint="--with")
    if accelerator:
        given["accelerator"] = options.accelerator_name(accelerator, catalog)
    return given


def _where(seen: Seen, paths: tuple[Path, ...]) -> Callable[[str, str], Position]:
    start = Position(str(paths[0]), 1) if paths else _COMMAND_LINE

    def where(key: str, package: str) -> Position:
        return seen.positions.get(package or key.partition(".")[0], start)

    return where


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


@matrix.command()
@click.option(
    "--accelerator",
    "accelerators",
    multiple=True,
    required=True,
    metavar="NAME",
    help="An accelerator; give at least two.",
)
@click.option(
    "--share",
    default="torch,python",
    show_default=True,
    metavar="LAYERS",
    help="What all of them share: torch, python, image.",
)
@options.as_of
@options.output_format
def solve(accelerators: tuple[str, ...], share: str, as_of: date, format_: str) -> Exit:
    """The common ground of accelerators: which torch and Python all of them can have, best first, and why the others are out.

    Exit code 0: there is one that is supported; 12: only unknown or disputed ones; 10: none.
    """
    catalog = load_catalog()
    names = [options.accelerator_name(name, catalog) for name in accelerators]
    layers = [layer.strip() for layer in share.split(",") if layer.strip()]
    if wrong := [layer for layer in layers if layer not in SHARED]:
        raise click.BadParameter(
            f"{', '.join(wrong)} cannot be shared; choose among {', '.join(SHARED)}", param_hint="--share"
        )
    solution = find_common_ground(names, layers, Judge(catalog, as_of))
    click.echo(FORMATS[format_](solution_report(solution, as_of)), nl=False)
    if not solution.found:
        return Exit.FINDINGS
    return Exit.DONE if solution.found[0].verdict is Verdict.SUPPORTED else Exit.UNDECIDED
