"""How a project comes to its kernels: one that is only reached behind a test, with another way beside it, ties it to nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from planner.readers.tree import Tree
from planner.scan.coupling import coupling, is_finding
from planner.scan.inventory import Coupling, CouplingClass
from planner.scan.python.fallback import OtherWay, handler, hides
from planner.scan.python.judgement import SAID, way_beside, with_other_way, without_other_way
from planner.scan.python.names import DEPTH, qualified
from planner.scan.python.record import FileCouplings
from planner.scan.python.syntax import Module
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

if TYPE_CHECKING:
    from tree_sitter import Node

# kernels, and what compiles them while the program runs
_REACHED = re.compile(r"(?:triton|nki|numba\.cuda)\.jit.*|torch\.utils\.cpp_extension\.load(?!.*cflags).*")
# what only tests or measures is no way to a kernel
_NO_USE = re.compile(r"(?:^|/)(?:tests?|benchmarks?)/|(?:^|/)(?:test_|bench_|conftest)[^/]*$")
_DEFINED, _WORD = re.compile(rb"(?:def|class)\s+(\w+)"), re.compile(rb"\w+")
_WORSE = (OtherWay.WORKS, OtherWay.SKIPS, OtherWay.RAISES)
_NAMES_ONLY = (
    "import_statement", "import_from_statement", "dotted_name", "aliased_import", "function_definition", "class_definition",
    "parameters", "default_parameter", "typed_parameter",
)  # fmt: skip


def judge_reach(
    found: FileCouplings, tree: Tree, symbols: Mapping[str, Symbol], known: Mapping[str, str]
) -> FileCouplings:
    """The couplings and kernels, judged by how the project comes to them; `known` are names that its files give to others."""
    seeds = [item for item in found.couplings if item.cls is CouplingClass.BOUND and _REACHED.fullmatch(item.symbol)]
    if not seeds:
        return found
    reach = _Reach(tree, symbols, known)
    ways = {
        id(item): reach.way(item.position.path, name, _symbol(item, symbols))
        for item in seeds
        if (name := _entry(item))
    }
    reach.look_at_imports({item.position.path for item in seeds})
    couplings = [_judged(item, ways.get(id(item)), symbols) for item in found.couplings]
    places = {item.position for item in seeds if ways.get(id(item)) is OtherWay.WORKS}
    kernels = [replace(item, guarded=True) if item.position in places else item for item in found.kernels]
    return replace(found, couplings=[*couplings, *reach.hidden.values()], kernels=kernels)


def _entry(item: Coupling) -> str:
    """The name by which the rest of the project comes to a kernel: its own, or that of the function around it."""
    return item.within or item.symbol.rpartition(" ")[2]


def _symbol(item: Coupling, symbols: Mapping[str, Symbol]) -> Symbol:
    return symbols.get(item.symbol.partition(" ")[0]) or next(one for one in symbols.values() if one.rule == item.rule)


def _judged(item: Coupling, way: OtherWay | None, symbols: Mapping[str, Symbol]) -> Coupling:
    if way is None:
        return item
    if way is not OtherWay.WORKS:
        said = item.says if item.says.endswith(tuple(SAID.values())) else item.says + SAID[way]
        return replace(item, effects=without_other_way(item.effects, way), says=said)
    effects = with_other_way(item.effects)
    finding = is_finding(_symbol(item, symbols), effects, decided=True)
    return replace(item, cls=CouplingClass.GUARDED, effects=effects, finding=finding)


class _Reach:
    def __init__(self, tree: Tree, symbols: Mapping[str, Symbol], known: Mapping[str, str]) -> None:
        self.known = known
        self.contents = {
            path: content for path in tree.files if path.endswith(".py") and (content := _content(tree, path))
        }
        self.symbols = symbols
        self.modules: dict[str, Module] = {}
        self.answers: dict[tuple[str, str], OtherWay | None] = {}
        self.depth = 0
        # what hides that a kernel is missing, by its place
        self.hidden: dict[Position, Coupling] = {}

    def way(self, path: str, name: str, symbol: Symbol) -> OtherWay | None:
        """What is done where a function or class is not used: the worst that any use has beside it, or nothing where one has
        none, or where nobody uses it.
        """
        key = (path, name)
        if key not in self.answers:
            # a use by itself tells nothing
            self.answers[key] = OtherWay.WORKS
            self.depth += 1
            ways = [self._beside(*use, symbol) for use in self._uses(path, name)] if self.depth < DEPTH else [None]
            self.depth -= 1
            self.answers[key] = max(ways, key=_WORSE.index) if ways and None not in ways else None
        return self.answers[key]

    def _beside(self, path: str, node: Node, symbol: Symbol) -> OtherWay | None:
        context = self._module(path).context(node)
        self._look_at_handler(path, node)
        way = way_beside(symbol, node, context)
        around = context.scope.top()
        return way if way is not None or not around else self.way(path, around, symbol)

    def look_at_imports(self, paths: Iterable[str]) -> None:
        """Note where an import of a file with kernels is attempted, and nobody is told that it fails."""
        for stem in {path.rpartition("/")[2].removesuffix(".py").encode() for path in paths}:
            word = re.compile(
                rb"\bimport\b[^\n]{0,500}\b"
                + re.escape(stem)
                + rb"\b|\bfrom\s+[\w.]*\b"
                + re.escape(stem)
                + rb"\s+import\b"
            )
            for other, content in self.contents.items():
                for match in word.finditer(content) if b"except" in content and not _NO_USE.search(other) else ():
                    if (node := self._module(other).at(match.end() - 1, match.end())) is not None:
                        self._look_at_handler(other, node)

    def _look_at_handler(self, path: str, node: Node) -> None:
        clause = handler(node)
        if clause is not None and hides(clause) and (symbol := self.symbols.get("except:broad")) is not None:
            row, column = clause.start_point
            place = Position(path, row + 1, column + 1)
            self.hidden[place] = coupling(symbol, "except around a kernel", CouplingClass.BOUND, place)

    def _uses(self, path: str, name: str) -> Iterator[tuple[str, Node]]:
        for other in self._naming.get(name.encode(), ()):
            content = self.contents[other]
            module = self._module(other)
            # the name itself, and what an import of it calls it
            names = {
                name,
                *(alias for alias, meant in module.imported.items() if any(one.endswith(f".{name}") for one in meant)),
            }
            for word in sorted(names):
                for match in re.finditer(rb"(?<!\w)" + word.encode() + rb"(?!\w)", content):
                    node = module.at(*match.span())
                    if node is not None and node.type == "identifier" and self._means(node, other, path, name):
                        yield other, node

    def _means(self, node: Node, other: str, path: str, name: str) -> bool:
        """Whether an identifier uses the function or class, and neither defines nor imports it."""
        parent = node.parent
        if parent is None or parent.type in _NAMES_ONLY:
            return False
        scope = self._module(other).context(node).scope
        whole = parent if parent.type == "attribute" and parent.child_by_field_name("attribute") == node else node
        if other == path and whole == node:
            return node.text == name.encode() and scope.top() != name and qualified(node, scope) is None
        meant = (qualified(whole, scope) or "").split(".")
        # its own module, or a package that hands it on
        places = {*path.removesuffix(".py").split("/")}
        return meant[-1] == name and (len(meant) == 1 or not places.isdisjoint(meant[:-1]))

    @cached_property
    def _naming(self) -> Mapping[bytes, list[str]]:
        """The files that name each function and class of the project, without those that only test or measure."""
        defined = {name for content in self.contents.values() for name in _DEFINED.findall(content)}
        found: dict[bytes, list[str]] = {name: [] for name in defined}
        for path, content in self.contents.items():
            for name in defined.intersection(_WORD.findall(content)) if not _NO_USE.search(path) else ():
                found[name].append(path)
        return found

    def _module(self, path: str) -> Module:
        if path not in self.modules:
            self.modules[path] = Module(self.contents[path], path, self.known)
        return self.modules[path]


def _content(tree: Tree, path: str) -> bytes:
    try:
        return tree.read(path)
    except OSError:
        return b""
