"""The couplings of shell text: scripts, Slurm jobs, the shell cells of notebooks."""

import re
from collections.abc import Iterable, Iterator, Mapping

from planner.scan.inventory import Coupling, CouplingClass
from planner.scan.variables import VariableSymbols
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

# NAME=value at the start of a command, after export, env or a docker option
_ASSIGNED = re.compile(r"(?:^|[\s;&|('\"`])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\+?=")
# the word that names a command: behind keywords, wrappers and variables set for it alone
_WORD = re.compile(
    r"(?:^|[;&|(`]|\$\()\s*(?:(?:if|then|do|else|while|time|sudo|watch|exec|srun|\w+=[^\s$(`]*)\s+)*([\w./-]+)"
)
_OPTION = re.compile(r"(?<![\w-])--([\w-]{1,40})[ =]['\"]?(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(?::\d+)?\b")
_COMMENT = re.compile(r"(?:^|\s)#.*")


class ShellScanner:
    """Reads lines of shell; what is a comment or plain data is passed over."""

    def __init__(self, symbols: Mapping[str, Symbol], rules: frozenset[str]) -> None:
        self.symbols = {name: symbol for name, symbol in symbols.items() if symbol.rule in rules}
        self.variables = VariableSymbols(self.symbols)

    def scan(self, lines: Iterable[tuple[str, Position]]) -> Iterator[Coupling]:
        """The couplings of lines, each of which has a place."""
        for line, start in lines:
            code = _COMMENT.sub("", line)
            for match in _ASSIGNED.finditer(code):
                yield from self._found(self.variables.key(match[1]), match[1], match.start(1), start)
            for match in _WORD.finditer(code):
                command = match[1].rpartition("/")[2]
                yield from self._found(f"cmd:{command}", command, match.start(1), start)
            for match in _OPTION.finditer(code):
                if "device" in match[1] or match[1] == "accelerator":
                    yield from self._found(f"device:{match[2]}", f'"{match[2]}"', match.start(2), start)

    def _found(self, key: str | None, shown: str, column: int, start: Position) -> Iterator[Coupling]:
        symbol = self.symbols.get(key or "")
        if symbol is not None and set(symbol.effects.values()) != {"works"}:
            yield Coupling(
                symbol.rule, shown, CouplingClass.BOUND, Position(start.path, start.line, start.column + column),
                symbol.effects, symbol.says, symbol.replacement, symbol.effort, "high", symbol.sources,
            )  # fmt: skip
