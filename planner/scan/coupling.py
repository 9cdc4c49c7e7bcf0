"""From a symbol of the catalog and a place to a coupling."""

from collections.abc import Mapping

from planner.scan.inventory import Coupling, CouplingClass
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position


def coupling(
    symbol: Symbol, shown: str, cls: CouplingClass, place: Position, *, effects: Mapping[str, str] | None = None, more: str = "",
    confidence: str = "high", finding: bool = True, within: str = "",
) -> Coupling:  # fmt: skip
    """The coupling of a place that means a symbol; `effects` where conditions around it change them, `more` what is to be
    said of them.
    """
    return Coupling(
        symbol.rule, shown, cls, place, symbol.effects if effects is None else effects, symbol.says + more, _replacement(symbol),
        symbol.effort, confidence, symbol.sources, finding, within,
    )  # fmt: skip


def is_finding(symbol: Symbol, effects: Mapping[str, str], *, decided: bool = False) -> bool:
    """Whether effects are worth a finding: something is lost on a target, or, unless only what is `decided` counts, must be
    reviewed or is not known.
    """
    known = set(effects.values())
    if symbol.report == "always" and not decided:
        return known != {"works"}
    return symbol.report != "never" and not known.isdisjoint({"breaks", "degrades", "ignored"})


def _replacement(symbol: Symbol) -> str:
    if not symbol.replacement or not symbol.since:
        return symbol.replacement
    return f"{symbol.replacement} (torch {symbol.since} or newer)"
