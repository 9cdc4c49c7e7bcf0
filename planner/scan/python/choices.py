"""A chain of tests that chooses among accelerators, and which of them it serves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from planner.scan.python.fallback import LEAVES, within
from planner.scan.python.scopes import text
from planner.scan.python.syntax import Context, above

if TYPE_CHECKING:
    from tree_sitter import Node

ANY = "any"
_NEUTRAL = re.compile(r"\btorch\.accelerator\b|\bcurrent_accelerator\b|\bget_device_module\b")
_TARGETS = re.compile(r"(?<![a-z])(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(?![a-z])")
# a device that is given back
_ENDS = re.compile(rf"return\s+(?:\w+\.device\(|[\"'])[^\n]*{_TARGETS.pattern}")
_CHOICES = ("if_statement", "elif_clause", "conditional_expression")
_WITHIN = ("conditional_expression", "parenthesized_expression")
# a choice among accelerators has more than one test, and branches of a few lines
_SEVERAL, _SHORT, _MANY = 2, 600, 8


def served_beside(node: Node, context: Context) -> frozenset[str]:
    """The targets that a chain of conditions serves in which a node stands, as one of its tests or behind one; `ANY` where
    the chain asks torch for whatever accelerator there is.
    """
    statement, ahead = above(node, _CHOICES), True
    if statement is None or not _in_condition(node, statement):
        guard = context.guard
        if guard is None or guard.decides:
            return frozenset()
        ahead = guard.holds
        statement = above(guard.condition, _CHOICES)
    while statement is not None and statement.type == "elif_clause":
        statement = statement.parent
    if statement is None:
        return frozenset()
    statement = _whole(statement)
    key = ("served" if ahead else "left", statement.id)
    if key not in context.scope.answers:
        # asked again for each coupling of a long chain
        context.scope.answers[key] = _served(statement, ahead=ahead)
    found: frozenset[str] = context.scope.answers[key]
    return found


def _served(statement: Node, *, ahead: bool) -> frozenset[str]:
    """What a chain serves; `ahead`: as one of its ways sees it, and not what is left at its end."""
    conditions, branches, end = _chain(statement)
    if any(_NEUTRAL.search(branch) for branch in branches):
        return frozenset({ANY})
    if ahead and _ENDS.match(end):
        # another accelerator comes last, where it is told of what that does not serve
        return frozenset({ANY})
    if len(conditions) < _SEVERAL:
        # a single test and what else there is: that is no choice among accelerators
        return frozenset()
    named = frozenset(name for condition in conditions for name in _TARGETS.findall(condition))
    return named | {"rocm"} if "cuda" in named else named


def _in_condition(node: Node, statement: Node) -> bool:
    if statement.type == "conditional_expression":
        parts = [part for part in statement.named_children if part.type != "comment"]
        condition = parts[1] if len(parts) == 3 else None
    else:
        condition = statement.child_by_field_name("condition")
    return condition is not None and within(node, condition)


def _chain(statement: Node) -> tuple[list[str], list[str], str]:
    """The conditions of a choice and of those that go on where it leaves, its short branches, and what is given back at its end."""
    conditions: list[str] = []
    branches: list[str] = []
    if statement.type != "if_statement":
        for part in islice(_ternaries(statement), _MANY):
            conditions.append(text(part[1]))
            branches += [text(way) for way in (part[0], part[2]) if _is_short(way)]
        return conditions, branches, ""
    end = ""
    current_: Node | None = statement
    while current_ is not None and len(conditions) < _MANY:
        end = text(current_) if current_.type == "return_statement" else ""
        ways = [current_, *current_.children_by_field_name("alternative")] if current_.type == "if_statement" else []
        conditions += [text(way) for one in ways if (way := one.child_by_field_name("condition")) is not None]
        bodies = [one.child_by_field_name("consequence") or one.child_by_field_name("body") for one in ways]
        branches += [text(body) for body in bodies if body is not None and _is_short(body)]
        leaves = bool(bodies) and bodies[0] is not None and LEAVES.search(text(bodies[0])) is not None
        current_ = current_.next_named_sibling if leaves else None
    if (
        current_ is None
        and statement.next_named_sibling is not None
        and statement.next_named_sibling.type == "return_statement"
    ):
        branches.append(text(statement.next_named_sibling))
    return conditions, branches, end


def _is_short(way: Node) -> bool:
    return way.end_byte - way.start_byte < _SHORT


def _whole(statement: Node) -> Node:
    """The outermost of choices within choices of an expression."""
    while (around := statement.parent) is not None and around.type in _WITHIN and statement.type != "if_statement":
        statement = around
    return statement


def _ternaries(node: Node) -> Iterator[list[Node]]:
    """The nested choices of an expression, each as what it gives, its condition, and what else it gives."""
    stack = [node]
    while stack:
        one = stack.pop()
        parts = [part for part in one.named_children if part.type != "comment"]
        if one.type == "conditional_expression" and len(parts) == 3:
            yield parts
            stack += [parts[0], parts[2]]
        elif one.type == "parenthesized_expression":
            stack += parts
