"""What the symbols of a catalog, and what a project compiles, mean in Python: prepared once for all files."""

from __future__ import annotations

from collections.abc import Mapping

from planner.findings.rule import rule_ids
from planner.scan.extensions import Extensions
from planner.scan.python.calls import call_forms
from planner.scan.python.words import Words
from planner.vocabulary.facts import Symbol


class Known:
    """The symbols that are reported, and what to look for."""

    def __init__(self, symbols: Mapping[str, Symbol], extensions: Extensions) -> None:
        rules = set(rule_ids())
        self.symbols = {
            name: symbol
            for name, symbol in symbols.items()
            if symbol.rule in rules and (symbol.report != "never" or symbol.rule == "IMG402")
        }
        self.packages = {name: symbol for name, symbol in self.symbols.items() if symbol.rule in ("IMG402", "IMG403")}
        self.forms = call_forms(self.symbols)
        # what tensors are asked, some of it also as functions
        self.methods = {
            name.partition("(")[0].rpartition(".")[2]
            for name, symbol in self.symbols.items()
            if (name.startswith("Tensor.") and symbol.rule != "DEV206") or symbol.rule == "DEV221"
        }
        self.extensions = extensions
        self.words = Words(self.symbols, [name.rpartition(".")[2] for name in extensions.modules])
        self.variables = self.words.variables

    def symbol(self, name: str | None) -> Symbol | None:
        """The catalog's row for a qualified name, or for what it is a part of; a package is reported where it is imported."""
        if not name or name.startswith("triton."):
            return None
        found = self.symbols.get(name)
        while found is None and "." in name:
            name = name.rpartition(".")[0]
            found = self.symbols.get(f"{name}.*") or self.symbols.get(name)
        return found if found is None or found.name not in self.packages else None

    def package(self, name: str) -> str | None:
        """The package, or part of one, that an imported name belongs to and the catalog speaks of."""
        while name:
            if name in self.packages:
                return name
            name = name.rpartition(".")[0]
        return None

    def compiled(self, kind: str, module: str = "") -> str:
        """The symbol for what a project compiles, by whether there is a build for the CPU."""
        on_cpu = self.extensions.on_cpu or module in self.extensions.for_cpu
        return f"compiled:{kind} on cpu" if on_cpu else f"compiled:{kind}"
