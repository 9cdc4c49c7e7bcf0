"""What becomes of couplings where a shim writes another stack over CUDA code while it runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from planner.catalog.model import Catalog
from planner.scan.inventory import Coupling, CouplingClass
from planner.vocabulary.facts import Record
from planner.vocabulary.position import Position

_PROGRAMS = (".py", ".ipynb")
_LOST = ("breaks", "degrades", "ignored")
# how shims treat a coupling, in the order in which their patterns count; `own`: they leave it as it is
_OWN, _EFFECTS = "own", ("own", "breaks", "degrades", "works", "review", "unknown")


@dataclass(frozen=True, slots=True)
class _Shim:
    """A shim that a project switches on at a place."""

    record: Record
    place: Position

    def covers(self, path: str) -> bool:
        """Whether a file runs under it for certain: it lies beside or below the program that switches it on, or a script does."""
        return not self.place.path.endswith(_PROGRAMS) or path.startswith(self.place.path.rpartition("/")[0])

    def effect(self, item: Coupling) -> str | None:
        """What a coupling that it covers does on its stack."""
        values = self.record.values
        for effect in _EFFECTS:
            if any(fnmatchcase(item.symbol, pattern) for pattern in values.get(effect, ())):
                return None if effect == _OWN else effect
        return None


def under_shims(couplings: Iterable[Coupling], catalog: Catalog) -> list[Coupling]:
    """The couplings, with their effects as they are where the shims are at work that the project itself switches on."""
    found = list(couplings)
    shims = sorted(_switched_on(found, catalog), key=lambda shim: shim.place)
    for shim in shims:
        found = [_under(item, shim) for item in found]
    return found


def _switched_on(couplings: Iterable[Coupling], catalog: Catalog) -> Iterator[_Shim]:
    records = {switch: record for record in catalog.of_kind("shim") for switch in record.values["switches"]}
    for item in couplings:
        if item.symbol in records:
            yield _Shim(records[item.symbol], item.position)


def _under(item: Coupling, shim: _Shim) -> Coupling:
    stack, effect = shim.record.values["stack"], shim.effect(item)
    if effect is None or item.effects.get(stack) not in _LOST:
        return item
    where = f"{shim.place.path}:{shim.place.line}"
    if not shim.covers(item.position.path):
        effect, said = "review", f"; on {stack}, see whether {shim.record.name} of {where} is at work here"
    else:
        said = f"; on {stack} under {shim.record.name}, which {where} switches on"
    effects = {**item.effects, stack: effect}
    portable = set(effects.values()) == {"works"}
    return replace(
        item,
        effects=effects,
        says=item.says + said,
        cls=CouplingClass.PORTABLE if portable else item.cls,
        finding=(item.finding or effect in ("breaks", "degrades")) and not portable,
    )
