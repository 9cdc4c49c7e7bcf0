"""What replacing the couplings takes: once for each distinct pattern, and a little for each further place."""

from dataclasses import dataclass

from planner.manifest.models import Manifest
from planner.scan.inventory import Coupling, Inventory

_HARMFUL = ("breaks", "degrades", "ignored")
_CLASSES = ("minutes", "hours", "rewrite", "unknown")
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Effort:
    """Distinct patterns by class, and in how many places they occur."""

    patterns: dict[str, int]
    occurrences: int
    files: int
    shown: tuple[str, ...]

    @property
    def words(self) -> str:
        """The effort in one line."""
        if not self.occurrences:
            return "none: the scan found no coupling that breaks, degrades or is ignored on the target"
        by_class = ", ".join(f"{count} of class {name}" for name, count in self.patterns.items() if count)
        return (
            f"{sum(self.patterns.values())} distinct patterns ({by_class}) in {self.occurrences} places of "
            f"{self.files} files; a pattern counts once, its further places a little"
        )

    @property
    def places(self) -> str:
        """The patterns, the most frequent first."""
        rest = sum(self.patterns.values()) - len(self.shown)
        return "; ".join(self.shown) + (f"; and {rest} more patterns" if rest > 0 else "")


def harmful(manifest: Manifest, inventory: Inventory, stack: str | None) -> list[Coupling]:
    """The couplings that break, degrade or are ignored on a stack. Those inside a declared kernel's implementation are its
    business: they stay, behind its interface.
    """
    own = implementation_files(manifest)
    return [
        item for item in inventory.couplings
        if item.finding and item.effects.get(stack or "") in _HARMFUL and item.position.path not in own
    ]  # fmt: skip


def implementation_files(manifest: Manifest) -> frozenset[str]:
    """The files that the implementations of declared kernels stand in."""
    doors = [door for kernel in manifest.kernels for door in kernel.implementations.values()]
    return frozenset(f"{door.partition(':')[0].replace('.', '/')}.py" for door in doors)


def effort_of(manifest: Manifest, inventory: Inventory, stack: str | None) -> Effort:
    """The effort of making a repository run on a stack."""
    couplings = harmful(manifest, inventory, stack)
    patterns: dict[tuple[str, str], list[Coupling]] = {}
    for item in couplings:
        patterns.setdefault((item.rule, item.symbol), []).append(item)
    by_class = dict.fromkeys(_CLASSES, 0)
    for group in patterns.values():
        by_class[group[0].effort] += 1
    ordered = sorted(patterns.values(), key=lambda group: (-len(group), group[0].position))
    shown = tuple(f"{group[0].symbol} ({len(group)}, first at {group[0].position})" for group in ordered[:_SHOWN])
    return Effort(by_class, len(couplings), len({item.position.path for item in couplings}), shown)
