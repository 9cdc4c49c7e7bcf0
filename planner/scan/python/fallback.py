"""What a program does where a device-specific way is not taken: something else that works, nothing, or an error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from planner.scan.python.names import bindings_of
from planner.scan.python.syntax import Guard, Scope, above, text

if TYPE_CHECKING:
    from tree_sitter import Node

_LEAVES = re.compile(r"^\s*(?:return|continue|break)\b", re.MULTILINE)
_WORD, _NAME = re.compile(r"[A-Za-z_]\w*"), re.compile(r"[A-Za-z_][\w.]*")
# handlers that a missing package or kernel reaches
_CATCHES = (
    "ImportError",
    "ModuleNotFoundError",
    "Exception",
    "BaseException",
    "RuntimeError",
    "OSError",
    "AttributeError",
)
_BROAD = ("Exception", "BaseException")


class OtherWay(StrEnum):
    """What happens where a condition does not hold."""

    WORKS = "works"
    SKIPS = "skips"
    RAISES = "raises"


def other_way(guard: Guard) -> OtherWay:
    """What runs instead of the code behind a guard."""
    statement = guard.condition.parent
    while statement is not None and statement.type in ("parenthesized_expression", "boolean_operator", "not_operator"):
        statement = statement.parent
    if statement is None:
        return OtherWay.SKIPS
    match statement.type:
        case "conditional_expression":
            parts = [part for part in statement.named_children if part.type != "comment"]
            other = parts[2 if guard.holds else 0]
            return OtherWay.SKIPS if other.type == "none" else OtherWay.WORKS
        case "if_statement" | "elif_clause" if guard.holds:
            return _beside(statement)
        case "if_statement":
            # the guarded code follows, or is the other branch
            branch = statement.child_by_field_name("consequence")
            return _of_block(branch.named_children) if branch is not None else OtherWay.SKIPS
        case "assert_statement":
            return OtherWay.RAISES
    return OtherWay.SKIPS


def _beside(statement: Node) -> OtherWay:
    """The other branch of an `if`, or what follows one that leaves."""
    whole = statement if statement.type == "if_statement" else statement.parent
    branch = statement.child_by_field_name("consequence")
    others = whole.children_by_field_name("alternative") if whole is not None else []
    last = others[-1] if others else None
    if last is not None and last != statement:
        body = last.child_by_field_name("body") or last.child_by_field_name("consequence")
        return _of_block(body.named_children if body is not None else ())
    if whole is None or branch is None:
        return OtherWay.SKIPS
    if _LEAVES.search(text(branch)):
        following = []
        sibling = whole.next_named_sibling
        while sibling is not None:
            following.append(sibling)
            sibling = sibling.next_named_sibling
        return _of_block(following)
    return OtherWay.WORKS if _assigned(branch) & _assigned_before(whole) else OtherWay.SKIPS


def _of_block(statements: Iterable[Node]) -> OtherWay:
    acts = [one for one in statements if one.type != "comment"]
    if not acts:
        return OtherWay.SKIPS
    if any(one.type == "raise_statement" for one in acts[:2]) or any(
        "NotImplementedError" in text(one) for one in acts[:1]
    ):
        return OtherWay.RAISES
    idle = ("pass_statement", "continue_statement", "break_statement")
    if all(one.type in idle or text(one).strip() in ("return", "return None", "...") for one in acts):
        return OtherWay.SKIPS
    return OtherWay.WORKS


def _assigned(block: Node) -> set[str]:
    found = set()
    for child in block.named_children:
        inner = child.named_children[0] if child.type == "expression_statement" and child.named_children else child
        if inner.type == "assignment" and (left := inner.child_by_field_name("left")) is not None:
            found.update(_NAME.findall(text(left)))
    return found


def _assigned_before(statement: Node) -> set[str]:
    """What the few statements before this one assign: a default that stays where the branch is not taken."""
    found: set[str] = set()
    sibling = statement.prev_named_sibling
    while sibling is not None and len(found) < 20:
        inner = (
            sibling.named_children[0] if sibling.type == "expression_statement" and sibling.named_children else sibling
        )
        if inner.type == "assignment" and (left := inner.child_by_field_name("left")) is not None:
            found.update(_NAME.findall(text(left)))
        sibling = sibling.prev_named_sibling
    return found


def asks_for(package: str, guard: Guard) -> bool:
    """Whether a condition asks if a package is there: by its name, or by a flag that its import sets."""
    name = re.compile(rf"(?<![a-z0-9]){re.escape(package)}(?![a-z0-9])", re.IGNORECASE)
    if name.search(text(guard.condition)):
        return True
    return any(_set_by_import(word, guard.scope, name) for word in set(_WORD.findall(text(guard.condition))))


def _set_by_import(word: str, scope: Scope, name: re.Pattern[str]) -> bool:
    for binding in bindings_of(word, scope) or ():
        if binding.qualified is not None and name.search(binding.qualified):
            return True
        if binding.node is None:
            continue
        if name.search(text(binding.node)):
            return True
        attempt = above(binding.node, ("try_statement",))
        if attempt is not None and binding.node.type in ("true", "false", "none"):
            body = attempt.child_by_field_name("body")
            if body is not None and name.search(text(body)):
                return True
    return False


def handler(node: Node) -> Node | None:
    """The `except` that a missing package or kernel in a `try` around a node would reach, or nothing."""
    child: Node = node
    parent = node.parent
    while parent is not None and parent.type not in ("function_definition", "class_definition", "lambda"):
        if parent.type == "try_statement" and child == parent.child_by_field_name("body"):
            for clause in parent.named_children:
                if clause.type == "except_clause" and _catches(clause, _CATCHES):
                    return clause
        child, parent = parent, parent.parent
    return None


def handled(clause: Node) -> OtherWay:
    """What an `except` does."""
    block = next((child for child in clause.named_children if child.type == "block"), None)
    if block is None:
        return OtherWay.SKIPS
    way = _of_block(block.named_children)
    if way is OtherWay.SKIPS:
        # what follows the whole statement goes on without it
        attempt = clause.parent
        return OtherWay.WORKS if attempt is not None and attempt.next_named_sibling is not None else OtherWay.SKIPS
    return way


def hides(clause: Node) -> bool:
    """Whether an `except` takes every error, or passes over a missing package, and tells nobody."""
    block = next((child for child in clause.named_children if child.type == "block"), None)
    if block is None or not (_catches(clause, _BROAD) or text(block).strip() == "pass"):
        return False
    return not re.search(r"\b(?:raise|warn\w*|log\w*|print|exception|error|debug|info)\b", text(block))


def _catches(clause: Node, errors: Iterable[str]) -> bool:
    kinds = [child for child in clause.named_children if child.type not in ("block", "comment")]
    if not kinds:
        return True
    words = set(_WORD.findall(text(kinds[0])))
    return not words.isdisjoint(errors)
