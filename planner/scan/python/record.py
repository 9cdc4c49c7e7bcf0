"""What has been found in one file, judged as it is noted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from planner.scan.coupling import coupling, is_finding
from planner.scan.inventory import Coupling, CouplingClass, Kernel
from planner.scan.python.fallback import handler, hides
from planner.scan.python.judgement import COMPUTES, Guards, judged
from planner.scan.python.syntax import Site
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

if TYPE_CHECKING:
    from tree_sitter import Node


_TESTS = re.compile(r"(?:^|/)tests?/|(?:^|/)(?:test_[^/]*|[^/]*_test|conftest)\.py$")


@dataclass
class FileCouplings:
    """What one file holds, or several; `learns` tells whether one of them has to do with torch, or a library above it, `gives`
    what other files may import from one, by dotted names, and `commented` are files with a comment for the planner.
    """

    couplings: list[Coupling] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)
    learns: bool = False
    gives: dict[str, str] = field(default_factory=dict)
    commented: list[str] = field(default_factory=list)

    def add(self, other: FileCouplings) -> None:
        """Take in what another file holds."""
        self.couplings += other.couplings
        self.kernels += other.kernels
        self.learns = self.learns or other.learns
        self.gives |= other.gives
        self.commented += other.commented


class Record:
    """The couplings of one file as they are found."""

    def __init__(self, path: str, content: bytes, symbols: Mapping[str, Symbol]) -> None:
        self.path = path
        self.content = content
        self.symbols = symbols
        self.found = FileCouplings()
        self.guards = Guards()
        self.hidden: set[int] = set()
        # what must only be reviewed is listed where it belongs to a test
        self.in_tests = _TESTS.search(path) is not None

    def add(
        self, site: Site, key: str, shown: str, *, test: bool = False, confidence: str = "high", quiet: bool = False,
        as_: str = "",
    ) -> None:  # fmt: skip
        """Note a place that means a symbol, if the catalog knows it; `quiet`: listed, whatever it does; `as_`: another symbol, whose
        words it is told in.
        """
        symbol = self.symbols.get(key)
        if symbol is not None and as_ in self.symbols:
            symbol = replace(symbol, says=self.symbols[as_].says, replacement="")
        if symbol is None or (result := judged(symbol, site.node, site.context, self.guards, test=test)) is None:
            return
        # a kernel with another way beside it is listed, unless something is lost all the same
        other_way = result.cls is CouplingClass.GUARDED and symbol.rule.startswith(COMPUTES)
        only_decided = other_way or self.in_tests
        finding = (
            result.missed
            and not (test or quiet or confidence == "low")
            and is_finding(symbol, result.effects, decided=only_decided)
        )
        self.found.couplings.append(
            coupling(
                symbol, shown, result.cls, self.position(site.node), effects=result.effects, more=result.more,
                confidence=confidence, finding=finding, within=site.context.scope.top(),
            )
        )  # fmt: skip
        if symbol.rule.startswith(COMPUTES):
            self._hidden(site, shown)

    def list_import(self, site: Site, name: str, rule: str) -> None:
        """Note an import that works in every build."""
        works = dict.fromkeys(self.symbols["device:cuda"].effects, "works")
        self.found.couplings.append(
            Coupling(
                rule, name, CouplingClass.PORTABLE, self.position(site.node), works,
                "the import itself works in every build; its uses are listed where they stand", "", "minutes", finding=False,
            )
        )  # fmt: skip

    def kernel(self, site: Site, name: str, language: str) -> None:
        """Note a kernel."""
        guarded = site.context.guard is not None and True in self.guards.of(site.context).cuda
        self.found.kernels.append(Kernel(name, language, self.position(site.node), guarded))

    def _hidden(self, site: Site, shown: str) -> None:
        """Note an `except` around a kernel or package that hides that it is missing."""
        clause = handler(site.node)
        if clause is None or clause.id in self.hidden or not hides(clause):
            return
        self.hidden.add(clause.id)
        self.add(Site(clause, site.context), "except:broad", f"except around {shown}")

    def position(self, node: Node) -> Position:
        """Where a node stands; columns count characters."""
        row, column = node.start_point
        before = self.content[node.start_byte - column : node.start_byte]
        return Position(self.path, row + 1, len(before.decode("utf-8", errors="replace")) + 1)
