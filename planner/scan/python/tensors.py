"""Whether a value is a tensor, which one selects by a mask, and whether it is on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.scan.python.names import DEPTH, asked_once, bindings_of, constant, qualified
from planner.scan.python.scopes import Scope, text
from planner.scan.python.strings import in_comparison
from planner.scan.python.syntax import above

if TYPE_CHECKING:
    from tree_sitter import Node

# what answers with true or false for each element
_TESTS = frozenset(
    [
        "isnan",
        "isfinite",
        "isinf",
        "isin",
        "logical_and",
        "logical_or",
        "logical_not",
        "logical_xor",
        "eq",
        "ne",
        "gt",
        "ge",
        "lt",
        "le",
    ]
)
# a table or a limit of dtypes: nothing is made with it there
_TABLES = ("dictionary", "pair", "list", "tuple", "set")
_LIMITS = ("torch.finfo", "torch.iinfo")


def made_by(node: Node, scope: Scope) -> str | None:
    """The qualified name of the function whose call made a value, through assignments, or nothing: `numpy.zeros`."""
    for _ in range(DEPTH):
        if node.type == "call" and (function := node.child_by_field_name("function")) is not None:
            if name := qualified(function, scope):
                return name
            # a method of something: what made that
            owner = function.child_by_field_name("object") if function.type == "attribute" else None
        elif node.type in ("identifier", "attribute") and (bindings := bindings_of(text(node), scope)):
            if b"Tensor" in bindings[-1].annotation:
                return "torch.Tensor"
            owner, scope = bindings[-1].node, bindings[-1].scope or scope
        elif node.type in (
            "subscript",
            "parenthesized_expression",
            "unary_operator",
            "comparison_operator",
            "binary_operator",
        ):
            owner = next(iter(node.named_children), None)
        else:
            return None
        if owner is None or owner == node:
            return None
        node = owner
    return None


def is_tensor(node: Node, scope: Scope) -> bool:
    """Whether a value is a tensor of torch, as far as what made it or its annotation tells."""
    made = made_by(node, scope)
    return made is not None and made.startswith("torch.")


@asked_once(False)
def is_mask(node: Node, scope: Scope, depth: int = 0) -> bool:
    """Whether an index is a boolean tensor: a comparison of tensors, or what holds one."""
    if node.type in ("parenthesized_expression", "unary_operator") and node.named_children:
        inner = node.named_children[-1]
        return is_mask(inner, scope, depth + 1) or (text(node).startswith("~") and is_tensor(inner, scope))
    if node.type == "comparison_operator":
        return any(is_tensor(child, scope) for child in node.named_children)
    if node.type == "binary_operator":
        return any(is_mask(child, scope, depth + 1) for child in node.named_children)
    if node.type == "call" and (function := node.child_by_field_name("function")) is not None:
        return text(function).rpartition(".")[2] in _TESTS and is_tensor(node, scope)
    if node.type == "identifier":
        bindings = [one for one in bindings_of(text(node), scope) or () if one.node is not None]
        return any(
            one.node is not None and one.node != node and is_mask(one.node, one.scope or scope, depth + 1)
            for one in bindings[-1:]
        )
    return False


def on_host(node: Node, scope: Scope) -> bool:
    """Whether a dtype, or a cast, works on a tensor that the text says is on the CPU: `x.cpu().double()`."""
    call = node if node.type == "call" else above(node, ("call",))
    if call is None:
        return False
    arguments = call.child_by_field_name("arguments")
    if arguments is not None and ".cpu()" in text(arguments):
        return True
    for argument in arguments.named_children if arguments is not None else ():
        name, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
        if (
            name is not None
            and value is not None
            and text(name) == "device"
            and "cpu" in str(constant(value, scope)) + text(value)
        ):
            return True
    made = call.child_by_field_name("function")
    if made is not None and (qualified(made, scope) or "").startswith("torch.") and ends_on_host(call):
        return True
    current = call.child_by_field_name("function")
    while current is not None and current.type in ("attribute", "call"):
        if current.type == "call":
            function = current.child_by_field_name("function")
            method = text(function).rpartition(".")[2] if function is not None else ""
            if method in ("cpu", "numpy") or (method == "to" and '"cpu"' in text(current).replace("'", '"')):
                return True
            current = function
        else:
            current = current.child_by_field_name("object")
    return False


def ends_on_host(call: Node) -> bool:
    """Whether what a call makes goes to the host before it is moved anywhere: `torch.tensor(losses).mean().item()`."""
    current = call
    while (attribute := current.parent) is not None and attribute.type == "attribute" and attribute.parent is not None:
        name, current = attribute.child_by_field_name("attribute"), attribute.parent
        if current.type != "call" or name is None or text(name) in ("to", "cuda"):
            return False
        if text(name) in ("item", "numpy", "tolist", "cpu"):
            return "device" not in text(call.child_by_field_name("arguments") or call)
    return False


def only_names_a_dtype(node: Node, scope: Scope) -> bool:
    """Whether a dtype is compared, listed in a table or asked for its limits, and no tensor is made with it."""
    parent = node.parent
    if in_comparison(node) or (parent is not None and parent.type in _TABLES):
        return True
    call = parent.parent if parent is not None and parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and qualified(function, scope) in _LIMITS


def saves_device_state(function: Node, scope: Scope) -> bool:
    """Whether what `torch.save` is given is the state of a module, or a tensor, that nobody has moved to the CPU."""
    call = above(function, ("call",))
    arguments = call.child_by_field_name("arguments") if call is not None else None
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if first is None:
        return False
    said = [text(first), *(text(one.node) for one in bindings_of(text(first), scope) or () if one.node is not None)]
    if any(".cpu()" in one for one in said):
        return False
    return any("state_dict" in one for one in said) or is_tensor(first, scope)
