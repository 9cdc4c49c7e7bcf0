"""The resources that a pod asks for, as symbols: what one stack offers, no other does."""

from collections.abc import Mapping

from planner.catalog.model import Catalog
from planner.vocabulary.facts import Symbol


def with_resources(catalog: Catalog) -> Mapping[str, Symbol]:
    """The symbols of a catalog, with one for each resource of Kubernetes that belongs to one stack."""
    symbols = dict(catalog.symbols)
    for record in catalog.of_kind("resource"):
        stack = record.values["stack"]
        if isinstance(stack, str):
            symbols[f"resource:{record.name}"] = Symbol(
                name=f"resource:{record.name}",
                rule="DST506",
                effects={target: "works" if target == stack else "breaks" for target in catalog.targets},
                says=f"a resource that only nodes of {stack} offer: elsewhere the pod waits for ever",
                replacement="",
                since="",
                effort="minutes",
                sources=record.sources,
            )
    return symbols
