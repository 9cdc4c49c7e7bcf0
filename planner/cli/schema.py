"""`planner schema`."""

import click

from planner.manifest.schema import manifest_schema
from planner.vocabulary.digest import canonical_json


@click.command()
def schema() -> None:
    """Print the JSON Schema of planner.yaml."""
    click.echo(canonical_json(manifest_schema()), nl=False)
