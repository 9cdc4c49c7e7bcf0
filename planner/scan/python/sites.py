"""From the places of words to the nodes that can mean something there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import TYPE_CHECKING

from planner.scan.python.syntax import Module, Site, above

if TYPE_CHECKING:
    from tree_sitter import Node

_IN_STRING = ("string_content", "string_start", "string_end", "escape_sequence")
# more is the work of a program, and not worth the time that it would take
MOST, _MOST_STEPS = 10_000, 20_000_000
_IMPORTS = ("import_statement", "import_from_statement")


class TooMuch(Exception):
    """A file that would take too long to read; the message says why."""


def too_many(found: Sized, what: str) -> None:
    """Refuse a file that holds more than anyone would write.

    Raises:
        TooMuch: it holds more.
    """
    if len(found) > MOST:
        raise TooMuch(f"more than {MOST:,} {what} of it can matter: a program wrote it")


def sites(module: Module, places: Iterable[tuple[int, int]]) -> list[Site]:
    """The nodes at these places, none twice, in the order of the text, what holds another node before it.

    Raises:
        TooMuch: no person wrote this file; the message says why.
    """
    ordered = sorted(places)
    too_many(ordered, "words")
    found: dict[tuple[int, int, str], Node] = {}
    read, cost = 0, 0
    for start, end in ordered:
        if start < read:
            continue
        # from a place one looks at what is around it, again and again
        cost += module.depth(start) ** 2
        if cost > _MOST_STEPS:
            raise TooMuch("it is nested too deeply to be read")
        leaf = module.at(start, end)
        for node in _nodes(leaf) if leaf is not None else ():
            found[node.start_byte, -node.end_byte, node.type] = node
        # what else stands in a string, or an import, means the same nodes
        read = _read_with(leaf) if leaf is not None else start
    return [Site(found[key], module.context(found[key])) for key in sorted(found)]


def _read_with(leaf: Node) -> int:
    """Where what was read with a leaf ends: its string, unless that holds code, or its import."""
    string = _string_around(leaf)
    if string is not None:
        start = string.child(0)
        return leaf.end_byte if start is None or b"f" in (start.text or b"").lower() else string.end_byte
    if leaf.type == "identifier" and leaf.parent is not None and leaf.parent.type in ("dotted_name", "aliased_import"):
        statement = above(leaf, _IMPORTS)
        return statement.end_byte if statement is not None else leaf.end_byte
    return leaf.end_byte


def _string_around(leaf: Node) -> Node | None:
    string: Node | None = leaf if leaf.type in _IN_STRING or leaf.type == "string" else None
    while string is not None and string.type != "string":
        string = string.parent
    return string


def _nodes(leaf: Node) -> Iterator[Node]:
    if leaf.type in _IN_STRING or leaf.type == "string":
        yield from _of_string(leaf)
    elif leaf.type == "identifier":
        yield from _of_name(leaf)
    elif leaf.type == "[" and leaf.parent is not None and leaf.parent.type == "subscript":
        yield leaf.parent


def _of_string(leaf: Node) -> Iterator[Node]:
    string = _string_around(leaf)
    if string is None or string.parent is None or _is_prose(string) or _is_annotation(string.parent):
        return
    yield string
    yield from _call_around(string)


def _is_prose(string: Node) -> bool:
    """Whether a string stands alone: a docstring, or a comment in disguise."""
    holder = string.parent
    if holder is not None and holder.type == "concatenated_string":
        holder = holder.parent
    return holder is not None and holder.type in ("expression_statement", "module", "block")


def _of_name(leaf: Node) -> Iterator[Node]:
    node, parent = leaf, leaf.parent
    while parent is not None and parent.type == "attribute":
        node, parent = parent, parent.parent
    if parent is None or _is_annotation(parent):
        return
    if parent.type in ("dotted_name", "aliased_import", *_IMPORTS):
        while parent is not None and parent.type not in _IMPORTS:
            parent = parent.parent
        if parent is not None:
            yield parent
        return
    yield node
    if parent.type in ("keyword_argument", "default_parameter", "typed_default_parameter"):
        yield parent
    yield from _call_around(node)
    if parent.type == "decorator":
        yield parent
    elif parent.type == "call" and parent.parent is not None and parent.parent.type == "decorator":
        yield parent.parent


def _is_annotation(holder: Node) -> bool:
    """Whether a name only says of what type a value is."""
    while (
        holder.type in ("subscript", "generic_type", "type_parameter", "tuple", "binary_operator", "union_type")
        and holder.parent is not None
    ):
        holder = holder.parent
    return holder.type == "type"


def _call_around(node: Node) -> Iterator[Node]:
    """The call whose function or argument a node is."""
    current = node.parent
    while current is not None and current.type in (
        "keyword_argument",
        "argument_list",
        "conditional_expression",
        "list",
        "tuple",
        "dictionary",
        "pair",
    ):
        current = current.parent
    if current is not None and current.type == "call":
        yield current
