"""A Python file as a syntax tree that is only looked at where a word stands: bindings of all scopes from one query, and
for a place the conditions under which it runs, found from the place upwards.

tree-sitter reads Python 2 and half-written files too; nothing here recurses, so that no file is too deep.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from planner.scan.python.scopes import Scope, imports, text

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

# what binds names and opens scopes, what gives a name to another, and what leaves a block early: one pattern each, since
# an alternation within a pattern matches blocks that hold none of its parts
_QUERY = """[
  (import_statement) (import_from_statement) (assignment) (named_expression) (for_statement) (for_in_clause)
  (function_definition) (lambda) (class_definition)
] @binding
(assignment right: (identifier)) @renamed
(assignment right: (attribute)) @renamed
(if_statement consequence: (block (return_statement))) @exit
(if_statement consequence: (block (raise_statement))) @exit
(if_statement consequence: (block (continue_statement))) @exit
(if_statement consequence: (block (break_statement))) @exit
(assert_statement) @exit
"""


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """A condition under which code runs: its node, whether it holds here, and the guard around it. `decides` tells a
    part of a condition, whose value counts, from code that a condition lets run.
    """

    condition: Node
    holds: bool
    scope: Scope
    outer: Guard | None
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """Where a node stands."""

    scope: Scope
    guard: Guard | None = None

    def guards(self) -> Iterator[Guard]:
        """The conditions under which the node runs, the innermost first."""
        guard = self.guard
        while guard is not None:
            yield guard
            guard = guard.outer


@dataclass(frozen=True, slots=True)
class Site:
    """A node that can matter, with its context."""

    node: Node
    context: Context


class Module:
    """One parsed file."""

    def __init__(self, content: bytes, path: str = "", known: Mapping[str, str] | None = None) -> None:
        self.content = content
        self.root = _parser().parse(content).root_node
        self.scope = Scope()
        self.scope.given = {
            name: meant for name, meant in (known or {}).items() if name.rpartition(".")[2].encode() in content
        }
        self.scope.path = path
        # the scope that a function or class opens, and what leaves a block early, by the node's id
        self.scopes: dict[int, Scope] = {}
        self.exits: dict[int, list[Node]] = {}
        # what imports call what they import, and the assignments of one name to another
        self.imported: dict[str, list[str]] = {}
        self.renamed: list[Node] = []
        self._contexts = {self.root.id: Context(self.scope)}
        # where the early exits of a block end, and the context before the first and after each
        self._flows: dict[int, tuple[list[int], list[Context]]] = {}
        self._open_scopes()

    def _open_scopes(self) -> None:
        from tree_sitter import QueryCursor

        found = QueryCursor(_query()).captures(self.root)
        around = [(self.root.end_byte, self.scope)]
        for node in sorted(found.get("binding", ()), key=lambda node: (node.start_byte, -node.end_byte)):
            start = node.start_byte
            while len(around) > 1 and start >= around[-1][0]:
                around.pop()
            scope = around[-1][1]
            match node.type:
                case "function_definition" | "lambda" | "class_definition":
                    inner = self.scopes[node.id] = Scope(scope, node)
                    around.append((node.end_byte, inner))
                case "import_statement" | "import_from_statement":
                    for name, meant in imports(node):
                        scope.unbound.append((name, meant))
                        self.imported.setdefault(name, []).append(meant)
                case _:
                    scope.unbound.append(node)
        for node in sorted(found.get("exit", ()), key=lambda node: node.start_byte):
            if (
                node.type == "assert_statement" or node.child_by_field_name("alternative") is None
            ) and node.parent is not None:
                self.exits.setdefault(node.parent.id, []).append(node)
        self.renamed = found.get("renamed", [])

    def at(self, start: int, end: int) -> Node | None:
        """The smallest node that holds a range of bytes."""
        return self.root.descendant_for_byte_range(start, end)

    def depth(self, at: int) -> int:
        """How many nodes lie around a byte."""
        cursor = self.root.walk()
        while cursor.goto_first_child_for_byte(at) is not None:
            pass
        return cursor.depth

    def context(self, node: Node) -> Context:
        """Scope and conditions of a node."""
        path: list[tuple[Node, Node]] = []
        current = node
        while current.id not in self._contexts and (parent := current.parent) is not None:
            path.append((parent, current))
            current = parent
        context = self._contexts.get(current.id) or Context(self.scope)
        for parent, child in reversed(path):
            context = self._contexts[child.id] = self._step(parent, child, context)
        return context

    def _step(self, parent: Node, child: Node, context: Context) -> Context:
        """The context of a child, given its parent's."""
        match parent.type:
            case "function_definition" | "lambda" | "class_definition":
                inner = self.scopes.get(parent.id)
                # defaults, annotations and bases are evaluated outside
                if inner is not None and child == parent.child_by_field_name("body"):
                    return Context(inner, context.guard)
            case "if_statement" | "elif_clause":
                return self._branch(parent, child, context)
            case "conditional_expression":
                parts = [part for part in parent.named_children if part.type != "comment"]
                if len(parts) == 3 and child != parts[1]:
                    return _guarded(context, parts[1], child == parts[0])
            case "boolean_operator":
                left, operator = parent.child_by_field_name("left"), parent.child_by_field_name("operator")
                if left is not None and operator is not None and child != left and child.is_named:
                    guard = Guard(left, text(operator) == "and", context.scope, context.guard, decides=True)
                    return Context(context.scope, guard)
            case "block" | "module":
                if parent.id in self.exits:
                    return self._after_exits(parent, child, context)
            case "decorated_definition" if child.type != "decorator":
                for decorator in parent.named_children:
                    context = _decorated(decorator, context)
        return context

    def _branch(self, parent: Node, child: Node, context: Context) -> Context:
        condition = parent.child_by_field_name("condition")
        if condition is None or child == condition:
            return context
        if child == parent.child_by_field_name("consequence"):
            return _guarded(context, condition, True)
        # all other ways of the statement at once, each after the conditions above it: one by one they would cost their square
        context = _guarded(context, condition, False)
        for other in parent.children_by_field_name("alternative"):
            self._contexts[other.id] = context
            if (tried := other.child_by_field_name("condition")) is not None:
                context = _guarded(context, tried, False)
        return self._contexts.get(child.id, context)

    def _after_exits(self, block: Node, child: Node, context: Context) -> Context:
        if block.id not in self._flows:
            contexts = [context]
            for leaving in self.exits[block.id]:
                contexts.append(_after(leaving, contexts[-1]))
            self._flows[block.id] = ([leaving.end_byte for leaving in self.exits[block.id]], contexts)
        ends, contexts = self._flows[block.id]
        return contexts[bisect_right(ends, child.start_byte)]


def _after(leaving: Node, context: Context) -> Context:
    """What follows `if not x: return`, or `assert x`, runs only where x holds."""
    if leaving.type == "assert_statement":
        return _guarded(context, leaving.named_children[0], True) if leaving.named_children else context
    condition = leaving.child_by_field_name("condition")
    return _guarded(context, condition, False) if condition is not None else context


def _decorated(decorator: Node, context: Context) -> Context:
    """A test that `skipif(condition)` leaves out, or that a decorator such as `require_torch_gpu` asks for."""
    expression = decorator.named_children[0] if decorator.type == "decorator" and decorator.named_children else None
    if expression is None:
        return context
    if expression.type != "call":
        return _guarded(context, expression, True)
    function, arguments = expression.child_by_field_name("function"), expression.child_by_field_name("arguments")
    name = text(function).rpartition(".")[2].lower() if function is not None else ""
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if name in ("skipif", "skipunless") and first is not None:
        return _guarded(context, first, name == "skipunless")
    return _guarded(context, expression, True)


@cache
def _parser() -> Parser:
    import tree_sitter_python
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_python.language()))


@cache
def _query() -> Query:
    import tree_sitter_python
    from tree_sitter import Language, Query

    return Query(Language(tree_sitter_python.language()), _QUERY)


def above(node: Node, types: Iterable[str]) -> Node | None:
    """The nearest node of one of these types around a node, or nothing."""
    current = node.parent
    while current is not None and current.type not in types:
        current = current.parent
    return current


def _guarded(context: Context, condition: Node, holds: bool) -> Context:
    return Context(context.scope, Guard(condition, holds, context.scope, context.guard))
