"""Kernels in Python, and calls that ask for none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from planner.scan.python.scopes import text
from planner.scan.python.syntax import above
from planner.vocabulary.facts import Symbol

if TYPE_CHECKING:
    from tree_sitter import Node

# decorators that make a kernel of a function, and the language it is in
LANGUAGES = {"triton.jit": "Triton", "nki.jit": "NKI", "neuronxcc.nki.jit": "NKI", "numba.cuda.jit": "Numba CUDA"}
_KERNEL = re.compile(r"\b(?:nki|cuda|triton|cute|tilelang)\.(?:jit|kernel)\b")


def in_kernel(node: Node) -> bool:
    """Whether code stands in a function that a decorator makes a kernel, and not in the decorator."""
    body = above(node, ("block", "decorator"))
    while (
        body is not None
        and body.type == "block"
        and (around := above(body, ("block", "decorated_definition"))) is not None
        and around.type == "block"
    ):
        body = around
    definition = body.parent.parent if body is not None and body.type == "block" and body.parent is not None else None
    return (
        definition is not None
        and definition.type == "decorated_definition"
        and any(child.type == "decorator" and _KERNEL.search(text(child)) for child in definition.named_children)
    )


def beside_plain(node: Node, symbol: Symbol) -> bool:
    """Whether a fused attention stands in a list that allows the plain one, too, or is only compared with something."""
    around = node.parent
    if ".SDPBackend." in symbol.name + text(node) and around is not None and around.type == "comparison_operator":
        return True
    return (
        symbol.name.startswith("torch.nn.attention.SDPBackend.")
        and around is not None
        and around.type in ("list", "tuple", "set")
        and "MATH" in text(around)
    )


def is_replaced(node: Node) -> bool:
    """Whether a function of torch is written over: `torch.cuda.is_bf16_supported = lambda: True`."""
    around = node.parent
    if around is None or around.type != "assignment" or around.child_by_field_name("left") != node:
        return False
    value = around.child_by_field_name("right")
    return value is not None and value.type == "lambda"


def is_off(node: Node) -> bool:
    """Whether a function is called with False: what is switched off couples to nothing."""
    call = node.parent
    arguments = call.child_by_field_name("arguments") if call is not None and call.type == "call" else None
    return arguments is not None and [child.type for child in arguments.named_children] == ["false"]


def reads_a_field(function: Node) -> bool:
    """Whether a field of what a call gives is read at once: `current_accelerator().type`."""
    call = function.parent
    return call is not None and call.type == "call" and call.parent is not None and call.parent.type == "attribute"


def only_reads(node: Node, symbol: Symbol) -> bool:
    """Whether a setting of torch's compiler is read and not set."""
    if symbol.name not in ("torch._inductor.config.*", "torch._dynamo.config.*"):
        return False
    parent = node.parent
    sets = (
        parent is not None
        and parent.type in ("assignment", "augmented_assignment")
        and parent.child_by_field_name("left") == node
    )
    return not sets and not (parent is not None and parent.type == "call")


def is_kind(node: Node) -> bool:
    """Whether a class is only asked for: `isinstance(model, DataParallel)`."""
    around = node.parent
    while around is not None and around.type in ("tuple", "argument_list"):
        around = around.parent
    function = around.child_by_field_name("function") if around is not None and around.type == "call" else None
    return function is not None and text(function) in ("isinstance", "issubclass")
