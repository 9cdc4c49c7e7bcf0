"""What an expression stands for: a qualified name, a text, a number."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from planner.scan.python.imports import absolute
from planner.scan.python.scopes import Binding, Scope, text

if TYPE_CHECKING:
    from tree_sitter import Node

# how far a name is followed through other names
DEPTH = 50
_QUOTES = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")
_Answer = TypeVar("_Answer")
_Given = TypeVar("_Given", covariant=True)


class _Question(Protocol[_Given]):
    def __call__(self, node: Node, scope: Scope, depth: int = 0) -> _Given: ...


def asked_once(nothing: Any) -> Callable[[_Question[_Answer]], _Question[_Answer]]:
    """Remember the answers to a question about nodes; what is asked again before it is answered, such as the second
    `x` of `x = x`, is `nothing`.
    """

    def remembering(question: _Question[_Answer]) -> _Question[_Answer]:
        name = question.__name__  # type: ignore[attr-defined]  # always a function

        @wraps(question)
        def answer(node: Node, scope: Scope, depth: int = 0) -> _Answer:
            # a name means the same wherever it stands in a scope
            key = (name, text(node) if node.type in ("identifier", "attribute") else node.id)
            if key not in scope.answers and depth <= DEPTH:
                scope.answers[key] = nothing
                scope.answers[key] = question(node, scope, depth)
            found: _Answer = scope.answers.get(key, nothing)
            return found

        return answer

    return remembering


@asked_once(None)
def qualified(node: Node, scope: Scope, depth: int = 0) -> str | None:
    """The qualified name of an identifier or attribute, through imports and assignments: `c.synchronize` after
    `from torch import cuda as c` is `torch.cuda.synchronize`. Nothing where it cannot be told.
    """
    found = _qualified(node, scope, depth)
    return given(found, scope) or found if found is not None and scope.given else found


def given(name: str, scope: Scope) -> str | None:
    """What another file of the project means by a name that this one imports from it, or nothing."""
    whole = absolute(name, scope.path)
    parts = whole.split(".")
    for end in range(len(parts), 1, -1):
        head = ".".join(parts[:end])
        meant = scope.given.get(head) or next(
            (one for known, one in scope.given.items() if known.endswith(f".{head}")), None
        )
        if meant is not None:
            return ".".join([meant, *parts[end:]])
    return None


def _qualified(node: Node, scope: Scope, depth: int) -> str | None:
    if node.type in ("identifier", "attribute") and (bindings := bindings_of(text(node), scope)) is not None:
        # `except ImportError: name = None` says that there may be nothing, and what there is is the import
        names = {_of_binding(binding, depth) for binding in bindings if not _is_nothing(binding)}
        if len(names) > 1:
            names = {_of_binding(binding, depth) for binding in bindings if not _stands_in(binding)}
        return names.pop() if len(names) == 1 else None
    if node.type == "attribute":
        owner, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        base = qualified(owner, scope, depth + 1) if owner else None
        return f"{base}.{text(name)}" if base and name else None
    return None


def string_value(node: Node) -> str | None:
    """The text of a string literal; an f-string keeps its braces."""
    if node.type != "string":
        return None
    return _QUOTES.sub("", text(node))


@asked_once(None)
def constant(node: Node, scope: Scope, depth: int = 0) -> str | int | None:
    """The text or number an expression always has, through assignments, or nothing."""
    if node.type == "string":
        return string_value(node)
    if node.type == "integer":
        digits = text(node)
        return int(digits) if digits.isdigit() else None
    if node.type in ("identifier", "attribute") and (bindings := bindings_of(text(node), scope)):
        values = {
            constant(binding.node, binding.scope or scope, depth + 1) if binding.node is not None else None
            for binding in bindings
        }
        return values.pop() if len(values) == 1 else None
    return None


@asked_once(None)
def assigned(node: Node, scope: Scope, depth: int = 0) -> str | None:
    """The qualified name that was assigned to a name, or nothing where it was imported or is no name."""
    bindings = bindings_of(text(node), scope) if node.type in ("identifier", "attribute") else None
    if not bindings or any(binding.qualified for binding in bindings):
        return None
    names = {_of_binding(binding, depth) for binding in bindings if not _is_nothing(binding)}
    return names.pop() if len(names) == 1 else None


def bindings_of(name: str, scope: Scope) -> list[Binding] | None:
    """What a name is bound to where it is seen from a scope, or nothing where it is not bound there."""
    if name.startswith("self."):
        owner = scope.enclosing_class()
        # an attribute of the class is one of its instances too
        return (owner.bound.get(name) or owner.bound.get(name.removeprefix("self."))) if owner else None
    for level in scope.chain():
        if name in level.bound:
            return level.bound[name]
    return None


def is_optional(node: Node, scope: Scope) -> bool:
    """Whether a name is an import or, where that fails, nothing."""
    return any(_is_nothing(binding) for binding in bindings_of(text(node), scope) or ())


def _is_nothing(binding: Binding) -> bool:
    return binding.node is not None and binding.node.type in ("none", "false")


def _stands_in(binding: Binding) -> bool:
    """Whether a binding is what an `except` has in place of an import: nothing, or a function or class of its own."""
    if binding.defined is None:
        return _is_nothing(binding)
    around = binding.defined.parent
    return around is not None and around.parent is not None and around.parent.type == "except_clause"


def _of_binding(binding: Binding, depth: int) -> str | None:
    if binding.qualified:
        return binding.qualified
    if binding.node is not None and binding.scope is not None and binding.node.type in ("identifier", "attribute"):
        return qualified(binding.node, binding.scope, depth + 1)
    return None
