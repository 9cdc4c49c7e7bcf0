"""What an expression stands for: a qualified name, a text, a number, a test for CUDA."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from planner.scan.python.syntax import Binding, Scope, text

if TYPE_CHECKING:
    from tree_sitter import Node

# how far a name is followed through other names
_DEPTH = 50
_QUOTES = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")
# true exactly where CUDA is there, and what is there only with it
_AVAILABLE = {"torch.cuda.is_available"}
_PRESENT = {
    "torch.cuda.device_count", "torch.version.cuda", "torch.backends.cuda.is_built", "torch.distributed.is_nccl_available",
    "torch.cuda.is_bf16_supported",
}  # fmt: skip
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le,
}  # fmt: skip

_Answer = TypeVar("_Answer")
_Given = TypeVar("_Given", covariant=True)


class _Question(Protocol[_Given]):
    def __call__(self, node: Node, scope: Scope, depth: int = 0) -> _Given: ...


def _asked_once(nothing: Any) -> Callable[[_Question[_Answer]], _Question[_Answer]]:
    """Remember the answers to a question about nodes; what is asked again before it is answered, such as the second
    `x` of `x = x`, is `nothing`.
    """

    def remembering(question: _Question[_Answer]) -> _Question[_Answer]:
        name = question.__name__  # type: ignore[attr-defined]  # always a function

        @wraps(question)
        def answer(node: Node, scope: Scope, depth: int = 0) -> _Answer:
            # a name means the same wherever it stands in a scope
            key = (name, text(node) if node.type in ("identifier", "attribute") else node.id)
            if key not in scope.answers and depth <= _DEPTH:
                scope.answers[key] = nothing
                scope.answers[key] = question(node, scope, depth)
            found: _Answer = scope.answers.get(key, nothing)
            return found

        return answer

    return remembering


@_asked_once(None)
def qualified(node: Node, scope: Scope, depth: int = 0) -> str | None:
    """The qualified name of an identifier or attribute, through imports and assignments: `c.synchronize` after
    `from torch import cuda as c` is `torch.cuda.synchronize`. Nothing where it cannot be told.
    """
    if node.type in ("identifier", "attribute") and (bindings := _bindings(text(node), scope)) is not None:
        # `except ImportError: name = None` says that there may be nothing, and what there is is the import
        names = {_of_binding(binding, depth) for binding in bindings if not _is_nothing(binding)}
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


@_asked_once(None)
def constant(node: Node, scope: Scope, depth: int = 0) -> str | int | None:
    """The text or number an expression always has, through assignments, or nothing."""
    if node.type == "string":
        return string_value(node)
    if node.type == "integer":
        digits = text(node)
        return int(digits) if digits.isdigit() else None
    if node.type in ("identifier", "attribute") and (bindings := _bindings(text(node), scope)):
        values = {
            constant(binding.node, binding.scope or scope, depth + 1) if binding.node is not None else None
            for binding in bindings
        }
        return values.pop() if len(values) == 1 else None
    return None


@dataclass(frozen=True, slots=True)
class Tells:
    """What a condition tells about CUDA: that it is there, that it is not, or nothing, when it holds and when it does not."""

    when_true: bool | None = None
    when_false: bool | None = None

    def given(self, holds: bool) -> bool | None:
        """What is known where the condition holds, or does not."""
        return self.when_true if holds else self.when_false

    @property
    def nothing(self) -> bool:
        """Whether it is no test of CUDA at all."""
        return self.when_true is None and self.when_false is None


_NOTHING = Tells()


@_asked_once(_NOTHING)
def tells_cuda(node: Node, scope: Scope, depth: int = 0) -> Tells:
    """What a condition tells about CUDA. `x.is_cuda` tells that CUDA is there when it holds, and nothing when it does not."""
    match node.type:
        case "parenthesized_expression" if node.named_children:
            return tells_cuda(node.named_children[0], scope, depth + 1)
        case "not_operator":
            inner = node.child_by_field_name("argument")
            told = tells_cuda(inner, scope, depth + 1) if inner else _NOTHING
            return Tells(told.when_false, told.when_true)
        case "boolean_operator":
            return _combined(node, scope, depth)
        case "comparison_operator":
            return _comparison(node, scope)
        case "call":
            function = node.child_by_field_name("function")
            name = qualified(function, scope) if function else None
            if name in _AVAILABLE:
                return Tells(True, False)
            starts = function is not None and text(function).endswith(".startswith") and "cuda" in text(node)
            return Tells(True, None) if starts or name in _PRESENT else _NOTHING
        case "identifier" | "attribute":
            return _name_tells(node, scope, depth)
    return _NOTHING


def _name_tells(node: Node, scope: Scope, depth: int) -> Tells:
    if text(node).endswith(".is_cuda"):
        return Tells(True, None)
    name = qualified(node, scope)
    if name in _PRESENT or name in _AVAILABLE:
        return Tells(True, None)
    answers = {
        tells_cuda(binding.node, binding.scope or scope, depth + 1) if binding.node is not None else _NOTHING
        for binding in _bindings(text(node), scope) or ()
    }
    return answers.pop() if len(answers) == 1 else _NOTHING


def _combined(node: Node, scope: Scope, depth: int) -> Tells:
    told = [tells_cuda(child, scope, depth + 1) for child in node.named_children]
    operator = node.child_by_field_name("operator")
    if operator is not None and text(operator) == "and":
        # all parts hold together; where the whole does not, any part may be the reason
        return Tells(next((one.when_true for one in told if one.when_true is not None), None), None)
    return Tells(None, next((one.when_false for one in told if one.when_false is not None), None))


def _comparison(node: Node, scope: Scope) -> Tells:
    operands = [child for child in node.named_children if child.type != "comment"]
    sign = "".join("".join(text(child) for child in node.children if not child.is_named).split())
    words = [constant(child, scope) for child in operands]
    listed = [
        string_value(inner) or ""
        for child in operands
        if child.type in ("tuple", "list", "set")
        for inner in child.named_children
    ]
    if any(isinstance(word, str) and word.partition(":")[0] == "cuda" for word in words) or listed == ["cuda"]:
        return (
            Tells(True, None)
            if sign in ("==", "is", "in")
            else Tells(None, True)
            if sign in ("!=", "isnot", "notin")
            else _NOTHING
        )
    asks = [
        qualified(child.child_by_field_name("function") or child, scope) in _AVAILABLE | _PRESENT for child in operands
    ]
    if sorted(asks) != [False, True]:
        return _NOTHING
    without = _without_cuda(sign, operands[asks.index(True)], operands[asks.index(False)], limit_last=asks[0])
    return _NOTHING if without is None else Tells(None, True) if without else Tells(True, None)


def _without_cuda(sign: str, asked: Node, limit: Node, *, limit_last: bool) -> bool | None:
    """What a comparison with a literal comes to where CUDA is absent, a count 0 and a version None; nothing where it
    comes to the same everywhere, or cannot be told.
    """
    if limit.type == "none" and asked.type != "call":
        return {"is": True, "==": True, "isnot": False, "!=": False}.get(sign)
    if limit.type == "integer" and text(limit).isdigit() and (compare := _COMPARISONS.get(sign)):
        number = int(text(limit))
        holds = [compare(count, number) if limit_last else compare(number, count) for count in (0, number, number + 1)]
        return holds[0] if len(set(holds)) == 2 else None
    return None


@_asked_once(None)
def assigned(node: Node, scope: Scope, depth: int = 0) -> str | None:
    """The qualified name that was assigned to a name, or nothing where it was imported or is no name."""
    bindings = _bindings(text(node), scope) if node.type in ("identifier", "attribute") else None
    if not bindings or any(binding.qualified for binding in bindings):
        return None
    names = {_of_binding(binding, depth) for binding in bindings if not _is_nothing(binding)}
    return names.pop() if len(names) == 1 else None


def _bindings(name: str, scope: Scope) -> list[Binding] | None:
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
    return any(_is_nothing(binding) for binding in _bindings(text(node), scope) or ())


def _is_nothing(binding: Binding) -> bool:
    return binding.node is not None and binding.node.type in ("none", "false")


def _of_binding(binding: Binding, depth: int) -> str | None:
    if binding.qualified:
        return binding.qualified
    if binding.node is not None and binding.scope is not None and binding.node.type in ("identifier", "attribute"):
        return qualified(binding.node, binding.scope, depth + 1)
    return None
