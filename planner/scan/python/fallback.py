"""What a program does where a device-specific way is not taken: something else that works, nothing, or an error."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from planner.scan.python.names import bindings_of, given
from planner.scan.python.scopes import Scope, imports, text
from planner.scan.python.syntax import Guard, above

if TYPE_CHECKING:
    from tree_sitter import Node

LEAVES = re.compile(r"^\s*(?:return|continue|break)\b", re.MULTILINE)
_TELLS = re.compile(r"(?:[\w.]+\.)?(?:print|warn|warn_once|warning|info|debug|log|echo)\(")
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


# a test that is left out is no error
_SKIPPED = re.compile(r"[Ss]kip")
IMPORTS = ("import_statement", "import_from_statement")


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
    # the last way of all; listing all of a long chain for each of its tests would cost their square
    end = whole.named_child(whole.named_child_count - 1) if whole is not None else None
    last = end if end is not None and end.type in ("else_clause", "elif_clause") else None
    if last is not None and last != statement:
        body = last.child_by_field_name("body") or last.child_by_field_name("consequence")
        return _of_block(body.named_children if body is not None else ())
    if whole is None or branch is None:
        return OtherWay.SKIPS
    if LEAVES.search(text(branch)):
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
    return OtherWay.SKIPS if all(_is_idle(one) for one in acts) else OtherWay.WORKS


def _is_idle(statement: Node) -> bool:
    """Whether a statement does nothing: it passes, gives back nothing, or what it was given, or notes that something is missing."""
    if statement.type in ("pass_statement", "continue_statement", "break_statement"):
        return True
    if statement.type == "return_statement":
        value = statement.named_children[0] if statement.named_children else None
        return value is None or value.type == "none" or (value.type == "identifier" and _is_parameter(value))
    inner = (
        statement.named_children[0] if statement.type == "expression_statement" and statement.named_children else None
    )
    if inner is not None and inner.type == "assignment":
        right = inner.child_by_field_name("right")
        while right is not None and right.type == "assignment":
            right = right.child_by_field_name("right")
        return right is not None and right.type in ("none", "false")
    return text(statement).strip() == "..."


def _is_parameter(name: Node) -> bool:
    """Whether a name is a parameter of the function around it, and nothing has been assigned to it before."""
    function = above(name, ("function_definition",))
    parameters = function.child_by_field_name("parameters") if function is not None else None
    if function is None or parameters is None or text(name) not in _WORD.findall(text(parameters)):
        return False
    before = (function.text or b"")[: name.start_byte - function.start_byte].decode("utf-8", errors="replace")
    return re.search(rf"^\s*{re.escape(text(name))}\s*=[^=]", before, re.MULTILINE) is None


def _assigned(block: Node, start: int = 0) -> set[str]:
    found = set()
    for child in block.named_children:
        if child.start_byte < start:
            continue
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


def _assigned_after(statement: Node) -> set[str]:
    """What the statements behind this one assign."""
    following = statement.parent
    return _assigned(following, statement.end_byte) if following is not None else set()


def asks_for(package: str, guard: Guard) -> bool:
    """Whether a condition asks if a package is there: by its name, or by a flag that its import sets."""
    name = re.compile(rf"(?<![a-z0-9]){re.escape(package)}(?![a-z0-9])", re.IGNORECASE)
    if name.search(text(guard.condition)):
        return True
    return any(_set_by_import(word, guard.scope, name) for word in set(_WORD.findall(text(guard.condition))))


def _set_by_import(word: str, scope: Scope, name: re.Pattern[str]) -> bool:
    for binding in bindings_of(word, scope) or ():
        if binding.qualified is not None and name.search(given(binding.qualified, scope) or binding.qualified):
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
    # the functions between, each of which an `except` must define, too
    names: list[str] = []
    while parent is not None and parent.type != "lambda":
        if parent.type in ("function_definition", "class_definition"):
            names.append(text(parent.child_by_field_name("name") or parent))
        elif parent.type == "try_statement" and child == parent.child_by_field_name("body"):
            for clause in parent.named_children:
                if clause.type == "except_clause" and _catches(clause, _CATCHES):
                    return clause if not names or _defines(clause, names[-1]) else None
        child, parent = parent, parent.parent
    return None


def _defines(clause: Node, name: str) -> bool:
    return (
        re.search(rf"\b(?:def|class)\s+{re.escape(name)}\b|^\s*{re.escape(name)}\s*=", text(clause), re.MULTILINE)
        is not None
    )


def handled(clause: Node) -> OtherWay:
    """What an `except` does."""
    block = next((child for child in clause.named_children if child.type == "block"), None)
    if block is None:
        return OtherWay.SKIPS
    return _of_block(block.named_children)


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


def uses_ask(statement: Node, package: str, scope: Scope) -> bool:
    """Whether a file asks for a package before it uses what an import of it binds; where it uses nothing, it does."""
    module = statement
    while module.parent is not None:
        module = module.parent
    content = module.text or b""
    for name, _ in imports(statement):
        for match in re.finditer(rb"(?<![\w.])" + name.encode() + rb"(?!\w)", content):
            node = module.descendant_for_byte_range(*match.span())
            if node is None or node.type != "identifier" or _only_named(node) or within(node, statement):
                continue
            if not _asked_before(node, package, scope):
                return False
    return True


def _only_named(node: Node) -> bool:
    parent = node.parent
    return (
        parent is None
        or parent.type in (*IMPORTS, "dotted_name", "aliased_import", "comparison_operator", "not_operator")
        or (parent.type == "assignment" and parent.child_by_field_name("left") == node)
    )


def within(node: Node, other: Node) -> bool:
    """Whether a node stands within another."""
    return other.start_byte <= node.start_byte < other.end_byte


def _asked_before(node: Node, package: str, scope: Scope) -> bool:
    """Whether a test of the package, or an attempt, stands around a use, or leaves before it."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in ("if_statement", "elif_clause", "conditional_expression", "boolean_operator"):
            if any(
                asks_for(package, Guard(part, True, scope, None))
                for part in parent.named_children
                if part != child and part.type != "block"
            ):
                return True
        elif parent.type == "block":
            sibling = child.prev_named_sibling
            while sibling is not None:
                condition = (
                    sibling.child_by_field_name("condition")
                    if sibling.type == "if_statement"
                    else sibling
                    if sibling.type == "assert_statement"
                    else None
                )
                if condition is not None and asks_for(package, Guard(condition, True, scope, None)):
                    return True
                sibling = sibling.prev_named_sibling
        elif (
            parent.type == "try_statement" and child == parent.child_by_field_name("body") and handler(node) is not None
        ):
            return True
        child, parent = parent, parent.parent
    return False


_PARTS = (
    "comparison_operator", "not_operator", "boolean_operator", "parenthesized_expression", "tuple", "list", "set", "call", "argument_list",
    "attribute",
)  # fmt: skip


def _whole(test: Node) -> Node:
    """The expression that a test is a part of, as a whole."""
    while test.parent is not None and test.parent.type in _PARTS:
        test = test.parent
    return test


def is_kept(test: Node) -> bool:
    """Whether a test is the value of a name: `on_mps = "mps" in device.type`."""
    around = _whole(test).parent
    return around is not None and around.type == "assignment"


def stands_in_condition(node: Node) -> Node | None:
    """The condition of an `assert` or `if` of which a node is a part, or nothing."""
    node = _whole(node)
    around = node.parent
    if around is None:
        return None
    if around.type == "assert_statement":
        return node if around.named_child(0) == node else None
    if around.type in ("if_statement", "elif_clause"):
        return node if around.child_by_field_name("condition") == node else None
    return None


def raises_without(condition: Node) -> bool:
    """Whether a program ends with an error where a condition fails: `assert x`, `if not x: raise`, and `if x: …` beside an error."""
    statement = condition.parent
    if statement is not None and statement.type == "assert_statement":
        return True
    if statement is None or statement.type != "if_statement":
        return False
    branch = statement.child_by_field_name("consequence")
    if branch is None or statement.child_by_field_name("alternative") is not None:
        return False
    acts = [one for one in branch.named_children if one.type != "comment"]
    return bool(acts) and acts[-1].type == "raise_statement" and _SKIPPED.search(text(acts[-1])) is None


def only_tells(node: Node) -> bool:
    """Whether a test does no more than to warn, or to write a line somewhere."""
    condition = stands_in_condition(node)
    statement = condition.parent if condition is not None else None
    branch = statement.child_by_field_name("consequence") if statement is not None else None
    if statement is None or branch is None or statement.child_by_field_name("alternative") is not None:
        return False
    return all(_TELLS.match(text(one)) for one in branch.named_children if one.type != "comment")


def loses(test: Node) -> bool:
    """Whether something is lost where a test of the device does not hold: it picks a value, is kept in a flag, or its other
    branch raises or leaves the work out; a test that picks a faster of two ways loses nothing.
    """
    node = _whole(test)
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "conditional_expression":
        parts = [part for part in parent.named_children if part.type != "comment"]
        return (
            len(parts) == 3
            and node == parts[1]
            and not any(part.type in ("call", "string") for part in (parts[0], parts[2]))
        )
    if parent.type == "assignment":
        return parent.child_by_field_name("right") == node
    negated = re.search(r"!=|\bnot\b", text(node)) is not None
    if parent.type == "assert_statement":
        return not negated
    if parent.type in ("if_statement", "elif_clause") and node == parent.child_by_field_name("condition"):
        branch = parent.child_by_field_name("consequence")
        if negated:
            lost = branch is not None and _of_block(branch.named_children) is not OtherWay.WORKS
            # a default that what follows would replace stays
            return lost and not (_assigned_before(parent) & _assigned_after(parent))
        # the end of a chain; a single test beside an error is told of where the error is
        return parent.type == "elif_clause" and _beside(parent) is OtherWay.RAISES
    return False
