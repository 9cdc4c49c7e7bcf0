"""Modules, classes and functions of a file, and the names bound in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node


class Scope:
    """A module, class or function, and the names bound in it; `answers` remembers what was asked of its nodes.

    Names are bound when the first is asked for: most functions of a file are never asked.
    """

    def __init__(self, parent: Scope | None = None, node: Node | None = None) -> None:
        self.parent = parent
        self.node = node
        # of a module: its path, and what other files of the project mean by names that this one may import
        self.path: str = parent.path if parent is not None else ""
        self.given: Mapping[str, str] = parent.given if parent is not None else {}
        self.is_class = node is not None and node.type == "class_definition"
        self.answers: dict[tuple[str, str | int], Any] = {}
        # what binds names in this scope, as it stands in the file: nodes, and names with what an import means by them; and the
        # scopes inside it
        self.unbound: list[Node | tuple[str, str]] = []
        self.inner: list[Scope] = []
        self._bound: dict[str, list[Binding]] | None = None
        if parent is not None:
            parent.inner.append(self)

    @property
    def name(self) -> str:
        """The name of the function or class."""
        return _name(self.node) or "lambda" if self.node is not None else ""

    @property
    def bound(self) -> dict[str, list[Binding]]:
        """Each name, with every node it is bound to, in the order of the text."""
        if self._bound is None:
            self._bound = {}
            for name, annotation in _parameters(self.node) if self.node is not None else ():
                self._bound.setdefault(name, []).append(Binding(annotation=annotation))
            for scope in self.inner:
                if scope.node is not None and (name := _name(scope.node)):
                    self._bound.setdefault(name, []).append(Binding(defined=scope.node))
            for name, binding in _bindings(self):
                self._bound.setdefault(name, []).append(binding)
        return self._bound

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

    def top(self) -> str:
        """The name of the outermost function or class around this scope, empty for the module."""
        name = ""
        scope: Scope | None = self
        while scope is not None and scope.parent is not None:
            name, scope = scope.name, scope.parent
        return name


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name stands for: a qualified name from an import, or the expression assigned to it, or a function or class
    `defined` here, or something unknown, such as a parameter with its annotation.
    """

    qualified: str | None = None
    node: Node | None = None
    scope: Scope | None = None
    annotation: bytes = b""
    defined: Node | None = None


def text(node: Node) -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8", errors="replace")


def _name(node: Node) -> str:
    name = node.child_by_field_name("name")
    return text(name) if name is not None else ""


def _parameters(node: Node) -> Iterator[tuple[str, bytes]]:
    parameters = node.child_by_field_name("parameters") if node.type != "class_definition" else None
    for parameter in parameters.named_children if parameters is not None else ():
        target = parameter.child_by_field_name("name") or (
            parameter.named_children[0] if parameter.type == "typed_parameter" else parameter
        )
        if target.type == "identifier":
            annotation = parameter.child_by_field_name("type")
            yield text(target), (annotation.text or b"") if annotation is not None else b""


def _bindings(scope: Scope) -> Iterator[tuple[str, Binding]]:
    """The names bound by the statements of a scope; a class holds what its methods assign to `self`, too."""
    for node in scope.unbound:
        if isinstance(node, tuple):
            name, meant = node
            yield name, Binding(meant)
            continue
        match node.type:
            case "assignment" | "named_expression":
                left, right = _sides(node)
                yield from _targets(left, right, scope)
            case _:
                left = node.child_by_field_name("left")
                if left is not None and left.type == "identifier":
                    yield text(left), Binding()
    if scope.is_class:
        yield from _of_methods(scope)


def _of_methods(scope: Scope) -> Iterator[tuple[str, Binding]]:
    inner = [one for one in scope.inner if not one.is_class]
    while inner:
        one = inner.pop(0)
        inner += [other for other in one.inner if not other.is_class]
        for node in one.unbound:
            if not isinstance(node, tuple) and node.type == "assignment":
                left, right = _sides(node)
                if left is not None and left.type == "attribute" and _of_self(left):
                    yield text(left), Binding(None, right, one)


def _sides(node: Node) -> tuple[Node | None, Node | None]:
    """What is assigned to, and the value, past other targets: `a = b = value`."""
    left = node.child_by_field_name("left") or node.child_by_field_name("name")
    right = node.child_by_field_name("right") or node.child_by_field_name("value")
    while right is not None and right.type == "assignment":
        right = right.child_by_field_name("right")
    return left, right


def _targets(left: Node | None, right: Node | None, scope: Scope) -> Iterator[tuple[str, Binding]]:
    if left is None:
        return
    if left.type == "identifier":
        yield text(left), Binding(None, right, scope)
    elif left.type in ("pattern_list", "tuple_pattern"):
        # what a call gives in parts was made by it all the same
        made = right if right is not None and right.type == "call" else None
        for child in left.named_children:
            if child.type == "identifier":
                yield text(child), Binding(None, made, scope if made is not None else None)


def imports(node: Node) -> Iterator[tuple[str, str]]:
    """The names an import binds, and what they mean."""
    module = node.child_by_field_name("module_name") if node.type == "import_from_statement" else None
    prefix = f"{text(module)}." if module is not None else ""
    for child in node.children_by_field_name("name"):
        if child.type == "aliased_import":
            name, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
            if name is not None and alias is not None:
                yield text(alias), prefix + text(name)
        elif prefix:
            yield text(child), prefix + text(child)
        else:
            top = text(child).split(".")[0]
            yield top, top


def _of_self(node: Node) -> bool:
    owner = node.child_by_field_name("object")
    return owner is not None and owner.text == b"self"
