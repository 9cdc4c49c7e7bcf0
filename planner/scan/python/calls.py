"""Rows of the catalog that mean a call with certain arguments, such as `torch.autocast(device_type=cuda)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.scan.python.names import constant
from planner.scan.python.syntax import Scope, text
from planner.vocabulary.facts import Symbol

if TYPE_CHECKING:
    from tree_sitter import Node

_FORM = re.compile(r"(?P<name>[\w.]+)\((?P<argument>[^()]*)\)")
# the names of arguments that are mostly given by position
_POSITIONS = {
    "torch.autocast": ("device_type", "dtype"),
    "torch.amp.autocast": ("device_type", "dtype"),
    "torch.amp.GradScaler": ("device",),
    "torch.Generator": ("device",),
    "torch.load": ("f", "map_location"),
    "torch.random.fork_rng": ("devices",),
}
# an argument that makes another one harmless
_UNLESS = {"torch.random.fork_rng": "device_type"}
# other names of the same function
_SAME = {"torch.amp.autocast": "torch.autocast"}


@dataclass(frozen=True, slots=True)
class CallForm:
    """One row: the argument it speaks of, by keyword (or the first position), and the value it must have.

    `value` is a text, `int` for any whole number, or nothing where the argument need only be there; `absent` means that
    the argument must not be given.
    """

    symbol: Symbol
    keyword: str
    value: str | None
    absent: bool


def call_forms(symbols: Mapping[str, Symbol]) -> Mapping[str, list[CallForm]]:
    """The rows that mean calls, by the qualified name of what is called."""
    forms: dict[str, list[CallForm]] = {}
    for symbol in symbols.values():
        if match := _FORM.fullmatch(symbol.name):
            keyword, equals, value = match["argument"].partition("=")
            forms.setdefault(match["name"], []).append(
                CallForm(
                    symbol, keyword if equals else "", (value or None) if equals else keyword or None,
                    absent=match["argument"] == "",
                )
            )  # fmt: skip
    return forms


def matching(
    name: str, call: Node, scope: Scope, forms: Mapping[str, list[CallForm]]
) -> Iterator[tuple[Symbol, Node | None]]:
    """The rows that a call matches, each with the argument that made it match."""
    given = _arguments(call, _POSITIONS.get(name, ()))
    if _UNLESS.get(name) in given:
        return
    for form in forms.get(_SAME.get(name, name), ()):
        if form.absent:
            if not given or (name == "torch.amp.GradScaler" and "device" not in given):
                yield form.symbol, None
        elif (node := given.get(form.keyword or 0)) is not None and _fits(node, form.value, scope):
            yield form.symbol, node


def integer_device(call: Node, scope: Scope) -> Node | None:
    """The argument that gives a device as a bare number, or nothing."""
    for key, node in _arguments(call, ()).items():
        if key in ("device", "map_location") and _fits(node, "int", scope):
            return node
        if key == "device_map" and node.type == "dictionary":
            for pair in node.named_children:
                value = pair.child_by_field_name("value")
                if value is not None and _fits(value, "int", scope):
                    return value
    return None


def moved_to(call: Node) -> Node | None:
    """Where `.to(…)` moves something: its first argument, or nothing."""
    return _arguments(call, ()).get(0)


def _arguments(call: Node, names: tuple[str, ...]) -> dict[str | int, Node]:
    """The arguments of a call by keyword and by position; a position that has a name stands under both."""
    found: dict[str | int, Node] = {}
    arguments = call.child_by_field_name("arguments")
    position = 0
    for child in arguments.named_children if arguments else ():
        if child.type == "keyword_argument":
            name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
            if name is not None and value is not None:
                found[text(name)] = value
        elif child.type != "comment":
            found[position] = child
            if position < len(names):
                found[names[position]] = child
            position += 1
    return found


def is_number(node: Node, scope: Scope) -> bool:
    """Whether an expression is a whole number, by constants or by `int(…)`."""
    return isinstance(constant(node, scope), int) or _counts(node, scope)


def _fits(node: Node, value: str | None, scope: Scope) -> bool:
    if value is None:
        return True
    if value == "True":
        return node.type == "true"
    known = constant(node, scope)
    if value == "int":
        return is_number(node, scope)
    return isinstance(known, str) and (known == value or known.startswith(f"{value}:"))


def _counts(node: Node, scope: Scope) -> bool:
    """Whether an expression is made by `int(…)`, such as the local rank from the environment."""
    if node.type == "call":
        function = node.child_by_field_name("function")
        return function is not None and text(function) == "int"
    if node.type == "identifier":
        for level in scope.chain():
            bindings = level.bound.get(text(node))
            if bindings:
                return all(
                    one.node is not None and one.node.type == "call" and _counts(one.node, scope) for one in bindings
                )
    return False
