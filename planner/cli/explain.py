"""`planner explain`."""

from difflib import get_close_matches

import click

from planner.cli.exits import Exit
from planner.findings.rule import find_rule, rule, rule_ids


@click.command()
@click.argument("name", required=False)
def explain(name: str | None) -> Exit:
    """Explain the rule NAME (an id such as ENV101, or a slug); without a name, list all rules."""
    if name is None:
        for id in rule_ids():
            click.echo(f"{id}  {rule(id).severity:<8} {rule(id).slug:<26} {rule(id).title}")
        return Exit.DONE
    found = find_rule(name)
    if found is None:
        known = [*rule_ids(), *(rule(id).slug for id in rule_ids())]
        near = get_close_matches(name, known, n=1, cutoff=0.4)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise click.BadParameter(
            f"no rule is called {name!r}.{hint} `planner explain` lists all of them.", param_hint="NAME"
        )
    click.echo(f"{found.id} {found.slug} ({found.severity}, confidence {found.confidence})\n\n{found.page}", nl=False)
    return Exit.DONE
