"""What NumPy makes, as far as the text tells: arrays of float64, its number format unless told otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.scan.python.names import asked_once, bindings_of, qualified
from planner.scan.python.scopes import Scope, text

if TYPE_CHECKING:
    from tree_sitter import Node

# functions that count in float64 by themselves, and those whose result has the format of what they are given
_MAKES = frozenset(["linspace", "logspace", "geomspace", "zeros", "ones", "empty", "eye", "identity", "hanning", "hamming", "rand", "randn",
                    "normal", "uniform", "random", "standard_normal"])  # fmt: skip
_KEEPS = frozenset(["cumprod", "cumsum", "sqrt", "exp", "log", "log1p", "square", "abs", "clip", "flip", "concatenate", "stack", "append",
                    "asarray", "array", "ascontiguousarray", "interp", "maximum", "minimum", "power", "sin", "cos", "copy", "reshape"])  # fmt: skip
_FLOAT64 = ("float64", "double")
# what is done to a tensor before it is moved
_MOVES = ("to", "cuda")


@asked_once(False)
def is_float64(node: Node, scope: Scope, depth: int = 0) -> bool:
    """Whether an expression is an array of float64."""
    match node.type:
        case "parenthesized_expression" | "subscript" | "unary_operator":
            inner = node.child_by_field_name("value") or node.child_by_field_name("argument") or node.named_child(0)
            return inner is not None and is_float64(inner, scope, depth + 1)
        case "binary_operator":
            return any(is_float64(child, scope, depth + 1) for child in node.named_children)
        case "identifier" | "attribute":
            bindings = bindings_of(text(node), scope) or []
            return bool(bindings) and all(
                one.node is not None and is_float64(one.node, one.scope or scope, depth + 1) for one in bindings
            )
        case "call":
            return _makes_float64(node, scope, depth)
    return False


def _makes_float64(call: Node, scope: Scope, depth: int) -> bool:
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or listed is None:
        return False
    name = text(function).rpartition(".")[2]
    dtype = [one for one in listed.named_children if one.type == "keyword_argument" and text(one).startswith("dtype")]
    if name == "astype":
        return any(word in text(listed) for word in _FLOAT64)
    if dtype:
        return any(word in text(dtype[0]) for word in _FLOAT64) and _is_numpy(function, scope)
    if name in _MAKES:
        return _is_numpy(function, scope)
    if name not in _KEEPS:
        return False
    owner = function.child_by_field_name("object") if function.type == "attribute" else None
    return any(
        is_float64(one, scope, depth + 1) for one in (*listed.named_children, *([owner] if owner is not None else []))
    )


def _is_numpy(function: Node, scope: Scope) -> bool:
    return (qualified(function, scope) or "").startswith("numpy.")


def moves_as_it_is(call: Node) -> bool:
    """Whether what a call makes is moved to a device before anything changes its number format."""
    attribute = call.parent
    method = (
        attribute.child_by_field_name("attribute") if attribute is not None and attribute.type == "attribute" else None
    )
    around = attribute.parent if attribute is not None else None
    if method is None or around is None or around.type != "call" or text(method) not in _MOVES:
        return False
    given = text(around.child_by_field_name("arguments") or around)
    return "cpu" not in given and "float" not in given and "dtype" not in given and "half" not in given
