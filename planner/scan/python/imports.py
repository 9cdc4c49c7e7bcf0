"""What an import statement imports, by full names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planner.scan.python.scopes import text

if TYPE_CHECKING:
    from tree_sitter import Node


def imported_names(node: Node) -> Iterator[str]:
    """The full names that an import statement imports."""
    module = node.child_by_field_name("module_name") if node.type == "import_from_statement" else None
    prefix = (
        f"{text(module).rstrip('.')}."
        if module is not None and text(module).strip(".")
        else text(module)
        if module
        else ""
    )
    names = list(node.children_by_field_name("name"))
    if prefix and not names:
        yield prefix.rstrip(".")
    for child in names:
        yield prefix + text(child.child_by_field_name("name") or child)


def absolute(name: str, path: str) -> str:
    """The dotted name of an import from the top of the project: `..x` in `a/b/c.py` is `a.x`."""
    dots = len(name) - len(name.lstrip("."))
    if not dots:
        return name
    folders = path.split("/")[:-dots] if dots else []
    return ".".join([*folders, name.lstrip(".")])


def dotted(path: str, name: str) -> str:
    """The dotted name under which other files import a name of a file."""
    return ".".join([*path.removesuffix(".py").removesuffix("/__init__").split("/"), name])
