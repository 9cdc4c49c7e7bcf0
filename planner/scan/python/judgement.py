"""What a coupling does on each target, given the conditions under which it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from planner.scan.inventory import CouplingClass
from planner.scan.python.choices import ANY, served_beside
from planner.scan.python.fallback import (
    IMPORTS,
    OtherWay,
    asks_for,
    handled,
    handler,
    other_way,
    raises_without,
    stands_in_condition,
    uses_ask,
)
from planner.scan.python.guards import ANYWHERE, Where, names_targets, tells_cuda
from planner.scan.python.scopes import text
from planner.scan.python.syntax import Context, Guard
from planner.vocabulary.facts import Symbol

if TYPE_CHECKING:
    from tree_sitter import Node

# where a test for CUDA holds
_WITH_CUDA = frozenset({"cuda", "rocm"})
# what runs only where the guard holds, and whose absence elsewhere costs nothing
_SKIPPABLE = {"DEV203", "DEV208", "DEV209", "DEV210", "DEV211", "DEV212", "DEV214"}
# the neutral interface, which ties to no accelerator where it needs one
_NEUTRAL = "DEV225"
# what need not be done elsewhere
_NEEDLESS = {"DEV217"}
# idioms of one vendor: where its package is asked for before, nobody misses them elsewhere
_OF_A_VENDOR = "DEV224"
# a choice of device: where it is not taken, the program runs elsewhere
_CHOICES = {"DEV201", "DEV206"}
# a way of computing for which there may be another
COMPUTES = ("KRN", "IMG402")
_CPU_ONLY = "; the other way builds for the CPU, and its operators have no kernel for any other device"
SAID = {
    OtherWay.RAISES: "; where it is missing, what needs it raises",
    OtherWay.SKIPS: "; where it is missing the work is left out",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """Effects on each target, the class, what is to be said beyond the symbol's own words, and whether it is `missed` where a
    test leaves it out.
    """

    effects: Mapping[str, str]
    cls: CouplingClass
    more: str = ""
    missed: bool = True


@dataclass(frozen=True, slots=True)
class _Told:
    """What a guard and those around it tell: of CUDA, and of other targets."""

    cuda: frozenset[bool | None] = frozenset()
    where: Where = ANYWHERE
    # whether a test has raised before where CUDA is absent
    raised: bool = False


class Guards:
    """What the guards of one file tell, each asked once."""

    def __init__(self) -> None:
        self.told: dict[Guard, _Told] = {}

    def of(self, context: Context) -> _Told:
        """What all guards around a place tell."""
        unasked = list(takewhile(lambda guard: guard not in self.told, context.guards()))
        for guard in reversed(unasked):
            outer = self.told[guard.outer] if guard.outer else _Told()
            cuda = tells_cuda(guard.condition, guard.scope).given(guard.holds)
            if not guard.decides and raises_without(guard.condition):
                # what follows is not left out elsewhere: the test itself raises there
                self.told[guard] = replace(outer, raised=outer.raised or cuda is True)
                continue
            where = names_targets(guard.condition, guard.scope)[0 if guard.holds else 1]
            self.told[guard] = replace(outer, cuda=outer.cuda | {cuda}, where=outer.where.and_(where))
        return self.told[context.guard] if context.guard else _Told()


def judged(symbol: Symbol, node: Node, context: Context, guards: Guards, *, test: bool) -> Judged | None:
    """The effects of a symbol where it stands, or nothing where it is never reached without what it needs."""
    told = guards.of(context)
    effects, cls = dict(symbol.effects), CouplingClass.BOUND
    asked = tells_cuda(node, context.scope)
    # what itself raises is no test
    if test or ("breaks" not in effects.values() and not asked.nothing):
        cls = CouplingClass.GUARDED
    if not asked.nothing and _raises_without_cuda(node, context):
        return Judged(_raised(effects), CouplingClass.BOUND)
    if False in told.cuda:
        # only reached where CUDA is absent
        if _belongs_to_cuda(symbol):
            return None
        cls = CouplingClass.GUARDED
        effects |= dict.fromkeys(effects.keys() & _WITH_CUDA, "works")
    if told.where.never:
        spared = {target for target in told.where.never & effects.keys() if effects[target] != "ignored"}
        effects |= dict.fromkeys(spared, "works")
    if symbol.rule.startswith(COMPUTES):
        return _computed(symbol, effects, node, context, told)
    if _is_left_out(symbol, node, context):
        return Judged(with_other_way(effects), CouplingClass.GUARDED)
    if told.where.only is not None:
        cls = CouplingClass.GUARDED
        chosen = symbol.rule in _CHOICES
        effects |= {
            target: _lost(target, effect, "degrades") if chosen else "works"
            for target, effect in effects.items()
            if target not in told.where.only
        }
    decides = context.guard is not None and context.guard.decides
    if True in told.cuda:
        cls = CouplingClass.GUARDED
        skipped = "works" if symbol.rule in _NEEDLESS else "ignored" if symbol.rule in _SKIPPABLE else "degrades"
        effects = {target: _lost(target, effect, skipped, decides=decides) for target, effect in effects.items()}
    if served := served_beside(node, context):
        effects |= dict.fromkeys(effects.keys() if ANY in served else effects.keys() & {*served, "cpu"}, "works")
    if symbol.rule == _NEUTRAL or (cls is CouplingClass.BOUND and set(effects.values()) == {"works"}):
        cls = CouplingClass.PORTABLE
    # a test has told of it before, and nobody misses it elsewhere
    told_before = (True in told.cuda and not decides) or told.raised
    return Judged(effects, cls, missed=not told_before or symbol.rule not in _SKIPPABLE)


def _raises_without_cuda(test: Node, context: Context) -> bool:
    """Whether a program goes on behind the condition that a test is part of only where CUDA is there, and else raises."""
    condition = stands_in_condition(test)
    if condition is None or condition.parent is None or not raises_without(condition):
        return False
    return tells_cuda(condition, context.scope).given(condition.parent.type == "assert_statement") is True


def _raised(effects: Mapping[str, str]) -> dict[str, str]:
    """The effects of a test whose failure raises."""
    return {
        target: effect if target in _WITH_CUDA and effect == "works" else "breaks" for target, effect in effects.items()
    }


def _is_left_out(symbol: Symbol, node: Node, context: Context) -> bool:
    """Whether an idiom of a vendor's package stands behind a test of the package, so that it is left out where that is not."""
    of_package = symbol.rule == _OF_A_VENDOR and not symbol.name.startswith("torch.")
    return of_package and way_beside(symbol, node, context) in (OtherWay.WORKS, OtherWay.SKIPS)


def _lost(target: str, effect: str, otherwise: str, *, decides: bool = False) -> str:
    """What becomes of an effect where the code is not run; a value that decides is lost on the CPU, too."""
    if effect in ("works", "review", "unknown") or (decides and effect == "degrades"):
        return effect
    return "works" if target == "cpu" else otherwise


def _computed(symbol: Symbol, effects: dict[str, str], node: Node, context: Context, told: _Told) -> Judged:
    """A kernel or a package: elsewhere nothing is lost if another way is there and does the work."""
    way = way_beside(symbol, node, context)
    if way is None:
        return Judged(effects, CouplingClass.BOUND)
    if way is not OtherWay.WORKS:
        return Judged(without_other_way(effects, way), CouplingClass.BOUND, SAID[way])
    if symbol.name.endswith("Extension"):
        # without it a build for the CPU comes out, whose operators no other device has
        return Judged({**effects, "cpu": "works", "rocm": "review"}, CouplingClass.GUARDED, _CPU_ONLY)
    return Judged(with_other_way(effects), CouplingClass.GUARDED)


def with_other_way(effects: Mapping[str, str]) -> dict[str, str]:
    """The effects of a computation beside which another does the same: on AMD a test for CUDA holds, and CUDA's is tried there."""
    tried = {"rocm"} if effects.get("cuda") == "works" else set()
    return {
        target: "review" if target in tried or effect == "review" else "works" for target, effect in effects.items()
    }


def without_other_way(effects: Mapping[str, str], way: OtherWay) -> dict[str, str]:
    """The effects of a computation beside which nothing does the same: where it is left out, nothing raises."""
    left_out = way is OtherWay.SKIPS
    return {target: "degrades" if left_out and effect == "breaks" else effect for target, effect in effects.items()}


def way_beside(symbol: Symbol, node: Node, context: Context) -> OtherWay | None:
    """What is done where a computation is not, or nothing where no test stands before it; the innermost test decides."""
    package = _package(symbol, node)
    for guard in context.guards():
        told = tells_cuda(guard.condition, guard.scope)
        if told.given(guard.holds) is True or asks_for(package, guard):
            way = other_way(guard)
            if way is OtherWay.RAISES and (clause := handler(guard.condition)) is not None:
                way = handled(clause)
            # an import that is left out where its package is missing leaves nothing out
            return OtherWay.WORKS if way is OtherWay.SKIPS and node.type in IMPORTS else way
    if (clause := handler(node)) is not None:
        way = handled(clause)
        return _of_import(node, package, context) if way is OtherWay.SKIPS and node.type in IMPORTS else way
    return None


def _of_import(node: Node, package: str, context: Context) -> OtherWay:
    """What becomes of an import that is passed over where its package is missing: what uses it asks before, or raises."""
    return OtherWay.WORKS if uses_ask(node, package, context.scope) else OtherWay.RAISES


def _package(symbol: Symbol, node: Node) -> str:
    """The name by which a program asks whether what a symbol needs is there."""
    if symbol.name.startswith("compiled:module"):
        return text(node).replace(",", " ").split()[-1].rpartition(".")[2]
    if symbol.rule in ("KRN302", "KRN307"):
        return "cuda"
    return symbol.name.partition("(")[0].split(".")[0].removeprefix("pip:")


def _belongs_to_cuda(symbol: Symbol) -> bool:
    """Whether a symbol works with CUDA and on no other accelerator."""
    works = {target for target, effect in symbol.effects.items() if effect == "works"}
    return "cuda" in works and works <= {*_WITH_CUDA, "cpu"}
