"""The syntax tree of a Python file as a flat list of the nodes that can matter, each with its scope and its guards.

tree-sitter reads Python 2 and half-written files too; an explicit stack walks them, so that no file is too deep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_KEPT = frozenset(
    {
        "call", "attribute", "string", "import_statement", "import_from_statement", "decorator", "identifier",
        "keyword_argument", "default_parameter", "typed_default_parameter",
    }
)  # fmt: skip


@dataclass(slots=True)
class Scope:
    """A module, class or function: the names bound in it, each with every node it is bound to; `answers` remembers
    what was asked of its nodes.
    """

    parent: Scope | None = None
    name: str = ""
    is_class: bool = False
    bound: dict[str, list[Binding]] = field(default_factory=dict)
    answers: dict[tuple[str, str | int], Any] = field(default_factory=dict)

    def bind(self, name: str, binding: Binding) -> None:
        """Note what a name stands for, beside what it stood for before."""
        self.bound.setdefault(name, []).append(binding)

    def chain(self) -> Iterator[Scope]:
        """This scope and those around it; a class body is not seen from its methods."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            if first or not scope.is_class:
                yield scope
            first = False
            scope = scope.parent

    def enclosing_class(self) -> Scope | None:
        """The class around this scope, or nothing."""
        scope: Scope | None = self
        while scope is not None and not scope.is_class:
            scope = scope.parent
        return scope


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name stands for: a qualified name from an import, or the expression assigned to it, or something unknown."""

    qualified: str | None = None
    node: Node | None = None
    scope: Scope | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Guard:
    """A condition under which code runs: its node, whether it holds here, and the guard around it."""

    condition: Node
    holds: bool
    scope: Scope
    outer: Guard | None


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


def parse(content: bytes) -> list[Site]:
    """The nodes of a file that can matter, in the order of the text, with every binding recorded."""
    tree = _parser().parse(content)
    module = Scope()
    sites: list[Site] = []
    stack: list[tuple[Node, Context]] = [(tree.root_node, Context(module))]
    while stack:
        node, context = stack.pop()
        if node.type in _KEPT:
            sites.append(Site(node, context))
        stack.extend(reversed(list(_children(node, context))))
    return sites


@cache
def _parser() -> Parser:
    import tree_sitter_python
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_python.language()))


def text(node: Node) -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8", errors="replace")


def _children(node: Node, context: Context) -> Iterator[tuple[Node, Context]]:
    match node.type:
        case "function_definition" | "lambda":
            yield from _function(node, context)
        case "class_definition":
            yield from _class(node, context)
        case "if_statement" | "elif_clause":
            yield from _if(node, context)
        case "conditional_expression":
            yield from _ternary(node, context)
        case "block" | "module":
            yield from _block(node, context)
        case "comment":
            return
        case _:
            _bind(node, context.scope)
            for child in node.named_children:
                yield child, context


def _function(node: Node, context: Context) -> Iterator[tuple[Node, Context]]:
    name = node.child_by_field_name("name")
    if name:
        context.scope.bind(text(name), Binding())
    inner = Scope(context.scope, text(name) if name else "lambda")
    parameters = node.child_by_field_name("parameters")
    for parameter in parameters.named_children if parameters else ():
        target = parameter.child_by_field_name("name") or (parameter if parameter.type == "identifier" else None)
        if target:
            inner.bind(text(target), Binding())
        # defaults are evaluated outside
        if parameter.child_by_field_name("value"):
            yield parameter, context
    body = node.child_by_field_name("body")
    if body:
        yield body, Context(inner, context.guard)


def _class(node: Node, context: Context) -> Iterator[tuple[Node, Context]]:
    name = node.child_by_field_name("name")
    if name:
        context.scope.bind(text(name), Binding())
    for field_name in ("superclasses", "body"):
        child = node.child_by_field_name(field_name)
        if child:
            scope = (
                context.scope
                if field_name == "superclasses"
                else Scope(context.scope, text(name) if name else "", True)
            )
            yield child, Context(scope, context.guard)


def _if(node: Node, context: Context) -> Iterator[tuple[Node, Context]]:
    condition = node.child_by_field_name("condition")
    consequence = node.child_by_field_name("consequence")
    if condition:
        yield condition, context
    if condition and consequence:
        yield consequence, _guarded(context, condition, True)
    if condition and node.type == "if_statement":
        for alternative in node.children_by_field_name("alternative"):
            yield alternative, _guarded(context, condition, False)


def _ternary(node: Node, context: Context) -> Iterator[tuple[Node, Context]]:
    parts = [child for child in node.named_children if child.type != "comment"]
    if len(parts) != 3:
        yield from ((part, context) for part in parts)
        return
    yes, condition, no = parts
    yield yes, _guarded(context, condition, True)
    yield condition, context
    yield no, _guarded(context, condition, False)


def _block(node: Node, context: Context) -> Iterator[tuple[Node, Context]]:
    for child in node.named_children:
        if child.type == "expression_statement" and child.named_child_count == 1:
            only = child.named_children[0]
            # a bare string is a docstring or a comment in disguise
            if only.type in ("string", "concatenated_string"):
                continue
        yield child, context
        if child.type == "if_statement":
            condition, consequence = (child.child_by_field_name(name) for name in ("condition", "consequence"))
            has_else = any(part.type in ("elif_clause", "else_clause") for part in child.named_children)
            # what follows `if not x: return` runs only where x holds
            if condition and consequence and not has_else and _leaves(consequence):
                context = _guarded(context, condition, False)


def _leaves(block: Node) -> bool:
    return any(
        child.type in ("return_statement", "raise_statement", "continue_statement") for child in block.named_children
    )


def _guarded(context: Context, condition: Node, holds: bool) -> Context:
    return Context(context.scope, Guard(condition, holds, context.scope, context.guard))


def _bind(node: Node, scope: Scope) -> None:
    match node.type:
        case "import_statement":
            for child in node.named_children:
                _bind_import(child, "", scope)
        case "import_from_statement":
            module = node.child_by_field_name("module_name")
            for child in node.children_by_field_name("name"):
                _bind_import(child, f"{text(module)}." if module else "", scope)
        case "assignment" | "named_expression":
            left = node.child_by_field_name("left") or node.child_by_field_name("name")
            right = node.child_by_field_name("right") or node.child_by_field_name("value")
            if left is not None:
                _bind_target(left, right, scope)
        case "for_statement" | "for_in_clause":
            left = node.child_by_field_name("left")
            for name in [left] if left is not None and left.type == "identifier" else []:
                scope.bind(text(name), Binding())


def _bind_import(node: Node, prefix: str, scope: Scope) -> None:
    if node.type == "aliased_import":
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        if name and alias:
            scope.bind(text(alias), Binding(prefix + text(name)))
    elif prefix:
        scope.bind(text(node), Binding(prefix + text(node)))
    else:
        top = text(node).split(".")[0]
        scope.bind(top, Binding(top))


def _of_self(node: Node) -> bool:
    owner = node.child_by_field_name("object")
    return owner is not None and text(owner) == "self"


def _bind_target(left: Node, right: Node | None, scope: Scope) -> None:
    while right is not None and right.type == "assignment":
        right = right.child_by_field_name("right")
    if left.type == "identifier":
        scope.bind(text(left), Binding(None, right, scope))
    elif left.type == "attribute" and _of_self(left) and (owner := scope.enclosing_class()):
        owner.bind(text(left), Binding(None, right, scope))
    elif left.type in ("pattern_list", "tuple_pattern"):
        for child in left.named_children:
            if child.type == "identifier":
                scope.bind(text(child), Binding())
