"""What an expression stands for: a qualified name, a text, a number, a test for CUDA."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from planner.scan.python.syntax import Binding, Scope, text

if TYPE_CHECKING:
    from tree_sitter import Node

_DEPTH = 8
_QUOTES = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")
_CUDA_TESTS = {
    "torch.cuda.is_available", "torch.cuda.device_count", "torch.version.cuda", "torch.backends.cuda.is_built",
    "torch.distributed.is_nccl_available",
}  # fmt: skip


def qualified(node: Node, scope: Scope, depth: int = 0) -> str | None:
    """The qualified name of an identifier or attribute, through imports and assignments: `c.synchronize` after
    `from torch import cuda as c` is `torch.cuda.synchronize`. Nothing where it cannot be told.
    """
    if depth > _DEPTH:
        return None
    if node.type in ("identifier", "attribute") and (bindings := _bindings(text(node), scope)) is not None:
        names = {_of_binding(binding, depth) for binding in bindings}
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


def constant(node: Node, scope: Scope, depth: int = 0) -> str | int | None:
    """The text or number an expression always has, through assignments, or nothing."""
    if depth > _DEPTH:
        return None
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


def needs_cuda(node: Node, scope: Scope, depth: int = 0) -> bool | None:
    """Whether an expression is true only with CUDA (true), only without (false), or is no such test (nothing)."""
    if depth > _DEPTH:
        return None
    match node.type:
        case "parenthesized_expression":
            return needs_cuda(node.named_children[0], scope, depth + 1) if node.named_children else None
        case "not_operator":
            inner = node.child_by_field_name("argument")
            answer = needs_cuda(inner, scope, depth + 1) if inner else None
            return None if answer is None else not answer
        case "boolean_operator":
            sides = [needs_cuda(child, scope, depth + 1) for child in node.named_children]
            operator = node.child_by_field_name("operator")
            word = text(operator) if operator else ""
            # `cuda and more` still needs CUDA; `no cuda or more` still covers its absence
            return True if word == "and" and True in sides else False if word == "or" and False in sides else None
        case "comparison_operator":
            return _comparison(node, scope)
        case "call":
            function = node.child_by_field_name("function")
            if function is None:
                return None
            if qualified(function, scope) in _CUDA_TESTS:
                return True
            return True if text(function).endswith(".startswith") and "cuda" in text(node) else None
        case "attribute" if text(node).endswith(".is_cuda"):
            return True
        case "identifier" | "attribute":
            if qualified(node, scope) in _CUDA_TESTS:
                return True
            answers = {
                needs_cuda(binding.node, binding.scope or scope, depth + 1) if binding.node is not None else None
                for binding in _bindings(text(node), scope) or ()
            }
            return answers.pop() if len(answers) == 1 else None
    return None


def _comparison(node: Node, scope: Scope) -> bool | None:
    operands = node.named_children
    operator = "".join(text(child) for child in node.children if not child.is_named).replace(" ", "")
    words = [constant(child, scope) for child in operands]
    if any(isinstance(word, str) and word.partition(":")[0] == "cuda" for word in words):
        if operator in ("==", "is", "in"):
            return True
        if operator in ("!=", "isnot", "notin"):
            return False
    names = {qualified(child.child_by_field_name("function") or child, scope) for child in operands}
    if names & _CUDA_TESTS:
        if operator in (">", ">=", "isnot", "!="):
            return True
        if operator in ("==", "is", "<"):
            return False
    return None


def _bindings(name: str, scope: Scope) -> list[Binding] | None:
    if name.startswith("self."):
        owner = scope.enclosing_class()
        return owner.bound.get(name) if owner else None
    for level in scope.chain():
        if name in level.bound:
            return level.bound[name]
    return None


def _of_binding(binding: Binding, depth: int) -> str | None:
    if binding.qualified:
        return binding.qualified
    if binding.node is not None and binding.scope is not None and binding.node.type in ("identifier", "attribute"):
        return qualified(binding.node, binding.scope, depth + 1)
    return None
