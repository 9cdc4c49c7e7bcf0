"""The entry point: verbs are imported when they are called, so that `planner --help` costs little more than click."""

import os
import sys
from importlib import import_module

import click

from planner.cli.exits import Exit

# pydantic would search all that is installed for plugins and run them: we want none, and the search takes time
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "1"

_VERBS = {
    "init": "Write a commented planner.yaml from what a repository declares.",
    "check": "Check a manifest: are its environments valid?",
    "scan": "List what ties a repository to an accelerator.",
    "matrix": "Ask what goes with what: judge, explain, solve, route.",
    "catalog": "Read what is known, with its sources.",
    "plan": "Write a staged migration plan with images, configs and a way back.",
    "render": "Write images and configs of the manifest's environments.",
    "explain": "Explain a rule.",
    "schema": "Print the JSON Schema of planner.yaml.",
}


class _Verbs(click.Group):
    def list_commands(self, context: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _VERBS:
            return None
        command: click.Command = getattr(import_module(f"planner.cli.{name}"), name)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(_VERBS.items()))


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="torch-planner", prog_name="planner")
def planner() -> None:
    """Plan the move of a PyTorch project from one accelerator to another, and the way back."""


def main() -> None:
    """Run a verb and end the process with its exit code."""
    # no plugin of an installed package may change how a manifest is checked, and looking for them reads all packages
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a verb and return its exit code."""
    try:
        result = planner.main(arguments, prog_name="planner", standalone_mode=False)
        return int(result) if isinstance(result, int) else Exit.DONE
    except click.ClickException as error:
        error.show()
        return Exit.INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        # whoever read the output has seen enough
        sys.stderr.close()
        return Exit.DONE
    except Exception as error:
        return _failed(error)


def _failed(error: Exception) -> int:
    from planner.vocabulary.position import InputError

    if isinstance(error, InputError):
        for problem in error.problems:
            click.echo(f"{problem.position}: {problem.what} [{problem.rule}]", err=True)
            click.echo(f"    why: {problem.why}\n    fix: {problem.fix}", err=True)
        return Exit.INPUT
    import traceback
    from importlib.metadata import version

    traceback.print_exc()
    click.echo(
        f"planner {version('torch-planner')} failed: this is a bug. Please report it with the lines above and the command.",
        err=True,
    )
    return Exit.FAILED
