"""Which symbol speaks of an environment variable: its own name, else the narrowest pattern it matches."""

from collections.abc import Mapping
from fnmatch import fnmatchcase

from planner.vocabulary.facts import Symbol


class VariableSymbols:
    """The variables among the symbols of a catalog."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        patterns = (key.removeprefix("env:") for key in symbols if key.startswith("env:") and "*" in key)
        # the narrower pattern speaks first
        self.patterns = sorted(patterns, key=lambda pattern: -len(pattern))

    def key(self, name: str) -> str | None:
        """The key of the symbol, or nothing where none speaks of the variable."""
        if f"env:{name}" in self.symbols:
            return f"env:{name}"
        return next((f"env:{pattern}" for pattern in self.patterns if fnmatchcase(name, pattern)), None)
