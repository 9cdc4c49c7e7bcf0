"""The symbols that a scan of one project looks for."""

from collections.abc import Iterator, Mapping

from planner.catalog.model import Catalog
from planner.readers.tree import Tree
from planner.vocabulary.facts import Symbol


def known_symbols(catalog: Catalog, tree: Tree) -> Mapping[str, Symbol]:
    """The symbols of a catalog, without those of packages that the project itself is, and with one for each resource of
    Kubernetes that belongs to one stack.
    """
    own = set(_packages(tree))
    symbols = {
        name: symbol for name, symbol in catalog.symbols.items() if name.partition("(")[0].split(".")[0] not in own
    }
    return {**symbols, **{symbol.name: symbol for symbol in _resources(catalog)}}


def _packages(tree: Tree) -> Iterator[str]:
    """The packages that a project holds at its root, or below `src`."""
    for path in tree.files:
        parts = path.split("/")
        if parts[-1] == "__init__.py" and parts[:-1] and parts[:-2] in ([], ["src"]):
            yield parts[-2]


def _resources(catalog: Catalog) -> Iterator[Symbol]:
    """What the nodes of one stack offer, and no others do."""
    for record in catalog.of_kind("resource"):
        stack = record.values["stack"]
        if isinstance(stack, str):
            yield Symbol(
                name=f"resource:{record.name}",
                rule="DST506",
                effects={target: "works" if target == stack else "breaks" for target in catalog.targets},
                says=f"a resource that only nodes of {stack} offer: elsewhere the pod waits for ever",
                replacement="",
                since="",
                effort="minutes",
                sources=record.sources,
            )
