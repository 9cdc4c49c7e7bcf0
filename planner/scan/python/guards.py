"""What a condition tells about the accelerator: that CUDA is there, or which others it names."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from planner.scan.python.names import asked_once, bindings_of, constant, qualified, string_value
from planner.scan.python.scopes import Scope, text

if TYPE_CHECKING:
    from tree_sitter import Node

# true exactly where CUDA is there, and what is there only with it
_AVAILABLE = {"torch.cuda.is_available"}
_PRESENT = {
    "torch.cuda.device_count", "torch.version.cuda", "torch.backends.cuda.is_built", "torch.distributed.is_nccl_available",
    "torch.cuda.is_bf16_supported",
}  # fmt: skip
# what another file of the project found out
CUDA_FLAG = "flag.cuda"
# true, or not nothing, exactly where there is an accelerator
_ANY = {"torch.accelerator.is_available", "torch.accelerator.current_accelerator", "torch.accelerator.device_count"}
# what programs call the choice of CUDA where nothing else tells what a name stands for
_FLAGS = {"use_cuda", "with_cuda", "on_cuda", "has_cuda", "is_cuda", "cuda", "cuda_available", "use_gpu", "on_gpu"}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le,
}  # fmt: skip


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


@asked_once(_NOTHING)
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
    if name == CUDA_FLAG:
        return Tells(True, False)
    if name in _PRESENT or name in _AVAILABLE:
        return Tells(True, None)
    answers = {
        tells_cuda(binding.node, binding.scope or scope, depth + 1) if binding.node is not None else _NOTHING
        for binding in bindings_of(text(node), scope) or ()
    }
    told = answers.pop() if len(answers) == 1 else _NOTHING
    flag = text(node).rpartition(".")[2].lower()
    return Tells(True, None) if told is _NOTHING and flag in _FLAGS and not _is_method(node) else told


def _is_method(node: Node) -> bool:
    """Whether a name is that of a method that is called: `model.cuda()` asks for nothing."""
    parent = node.parent
    if parent is not None and parent.type == "attribute" and parent.child_by_field_name("attribute") == node:
        return True
    return parent is not None and parent.type == "call" and parent.child_by_field_name("function") == node


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


@dataclass(frozen=True, slots=True)
class Where:
    """On which targets code runs: `only` on these (nothing: on any), and on none of `never`."""

    only: frozenset[str] | None = None
    never: frozenset[str] = frozenset()

    def and_(self, other: Where) -> Where:
        """Both hold."""
        limits = [one.only for one in (self, other) if one.only is not None]
        return Where(reduce(frozenset.intersection, limits) if limits else None, self.never | other.never)

    def or_(self, other: Where) -> Where:
        """One of the two holds."""
        only = self.only | other.only if self.only is not None and other.only is not None else None
        return Where(only, self.never & other.never)


ANYWHERE = Where()
# AMD's own name of a device, which programs keep apart from what torch calls it, and the documented way to tell its builds
_AMD = re.compile(r"[\"'](?:hip|rocm)[\"']|\bversion\.hip\b")
_NAMED = re.compile(r"(?<![a-z])(xpu|hpu|npu|mps|neuron|xla|tpu)(?![a-z])")


@asked_once((ANYWHERE, ANYWHERE))
def names_targets(node: Node, scope: Scope, depth: int = 0) -> tuple[Where, Where]:
    """Where code runs if a condition holds, and if it does not, by the targets other than CUDA that it names, itself or by
    what its names stand for.
    """
    match node.type:
        case "parenthesized_expression" if node.named_children:
            return names_targets(node.named_children[0], scope, depth + 1)
        case "not_operator":
            inner = node.child_by_field_name("argument")
            holds, fails = names_targets(inner, scope, depth + 1) if inner is not None else (ANYWHERE, ANYWHERE)
            return fails, holds
        case "boolean_operator":
            sides = [names_targets(child, scope, depth + 1) for child in node.named_children if child.type != "comment"]
            sign = node.child_by_field_name("operator")
            both, either = (0, 1) if sign is not None and text(sign) == "and" else (1, 0)
            told = {
                both: reduce(Where.and_, (side[both] for side in sides)),
                either: reduce(Where.or_, (side[either] for side in sides)),
            }
            return told[0], told[1]
        case "identifier" | "attribute":
            for binding in bindings_of(text(node), scope) or ():
                if binding.node is not None:
                    found = names_targets(binding.node, binding.scope or scope, depth + 1)
                    if found != (ANYWHERE, ANYWHERE):
                        return found
    if (present := _asks_for_any(node, scope)) is not None:
        # the CPU is where there is no accelerator
        return present
    named = frozenset(_NAMED.findall(text(node))) | ({"rocm"} if _AMD.search(text(node)) else frozenset())
    if not named or "cuda" in text(node):
        return ANYWHERE, ANYWHERE
    signs = "".join(text(child) for child in node.children if not child.is_named)
    told_apart = Where(only=named), Where(never=named)
    # what is not nothing is there
    nothing = any(child.type == "none" for child in node.named_children)
    differs = node.type == "comparison_operator" and ("!=" in signs or "not" in signs) != nothing
    return told_apart[::-1] if differs else told_apart


_OF_A_TENSOR = re.compile(r"\b(\w+)\.device\b")
# what has the device of a whole program
_PROGRAMS = frozenset(["self", "args", "cfg", "config", "opt", "options", "hparams", "params", "accelerator", "trainer", "fabric", "state",
                       "runtime", "model"])  # fmt: skip


def _asks_for_any(node: Node, scope: Scope) -> tuple[Where, Where] | None:
    """Whether a condition asks if there is any accelerator, and where code runs if it holds and if it does not."""
    there, absent = Where(never=frozenset({"cpu"})), Where(only=frozenset({"cpu"}))
    if node.type == "comparison_operator":
        signs = "".join(text(child) for child in node.children if not child.is_named)
        if any(constant(child, scope) == "cpu" for child in node.named_children):
            if (owner := _OF_A_TENSOR.search(text(node))) is not None and owner[1] not in _PROGRAMS:
                # a tensor on the host, which any program may have
                return None
            return (there, absent) if "!=" in signs or "not" in signs else (absent, there)
        asks = [_asks_for_any(child, scope) for child in node.named_children]
        if asks[0] is not None and asks[0] != (ANYWHERE, ANYWHERE):
            return (
                (absent, there)
                if signs in ("is", "==", "<", "<=") and text(node.named_children[-1]) in ("None", "0", "1")
                else (there, absent)
            )
        return None
    function = node.child_by_field_name("function") if node.type == "call" else None
    name = qualified(function, scope) if function is not None else None
    return (there, absent) if name in _ANY else None
