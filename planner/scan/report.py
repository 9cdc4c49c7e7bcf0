"""An inventory as findings and sections to be shown."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date

from planner.catalog.model import Catalog, cited
from planner.findings.baseline import Known, mark_known
from planner.findings.finding import Finding, finding, finish
from planner.findings.report import Report, Section
from planner.findings.suppressions import apply_suppressions, suppressions
from planner.readers.text import decode
from planner.readers.tree import Tree
from planner.scan.inventory import Coupling, CouplingClass, Declared, Inventory, Kernel
from planner.vocabulary.digest import sha256
from planner.vocabulary.position import Position

_HARM = ("breaks", "degrades", "review", "unknown", "ignored")


@dataclass(frozen=True, slots=True)
class KnownBefore:
    """Findings that are known, why they do not count, and what to say, with their number, of those that are no longer there."""

    known: Sequence[Known]
    reason: str
    stale: str = ""


def scan_report(
    tree: Tree,
    inventory: Inventory,
    catalog: Catalog,
    as_of: date,
    stacks: Sequence[str] = (),
    known: Sequence[KnownBefore] = (),
) -> Report:
    """What a scan found, for all targets or the `stacks` that are asked for; what is `known` counts as suppressed."""
    words = _Words(tree)
    couplings = [asked for item in inventory.couplings if (asked := _asked(item, stacks)) is not None]
    found = [
        replace(_finding(item), line_digest=words.digest(item.position)) for item in couplings if item.finding
    ]  # fmt: skip
    comments = {path: suppressions(text, path) for path, text in _texts(tree, inventory.commented)}
    findings = finish(apply_suppressions(found, comments, as_of))
    notes = list(inventory.notes)
    for before in known:
        findings, gone = mark_known(findings, before.known, before.reason)
        if gone and before.stale:
            notes.append(before.stale.format(gone))
    classes = [item.cls for item in couplings]
    only = f"only {', '.join(stacks)}; " if stacks else ""
    counts = ", ".join(f"{classes.count(cls)} {cls}" for cls in CouplingClass)
    return Report(
        verb="scan",
        as_of=as_of.isoformat(),
        summary=f"{only}files: {inventory.files}, examined {inventory.examined}; couplings: {len(couplings)} ({counts}); kernels: {len(inventory.kernels)}; findings: {_counted(findings)}",
        findings=findings,
        inventory={
            "couplings": Section("Couplings", [_plain(item) for item in couplings], _by_symbol(couplings)),
            "kernels": Section(
                "Kernels", [_plain(item) for item in inventory.kernels],
                [f"{item.position}: {item.name} ({item.language}){', behind a test of the device' if item.guarded else ''}" for item in inventory.kernels] or ["none"],
            ),
            "declared": Section(
                "Declared environment", [_plain(item) for item in inventory.declared],
                [f"{item.key}: {item.value or 'any version'} ({item.position})" for item in inventory.declared] or ["nothing: no file of this repository declares one"],
            ),
            "skipped": Section(
                "Not read", [asdict(item) for item in inventory.skipped],
                [f"{item.path}: {item.reason}" for item in inventory.skipped] or ["nothing"],
            ),
        },
        notes=notes,
        sources={source.id: [cited(source)] for source in catalog.cite(id for item in found for id in item.facts)},
    )  # fmt: skip


class _Words:
    """The words of lines, as digests."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.lines: dict[str, list[bytes]] = {}
        # a line may hold many findings
        self.known: dict[tuple[str, int], str] = {}

    def digest(self, place: Position) -> str:
        """A digest of the words of a line; blanks do not count."""
        if (place.path, place.line) not in self.known:
            self.known[place.path, place.line] = self._digest(place)
        return self.known[place.path, place.line]

    def _digest(self, place: Position) -> str:
        if place.path not in self.lines:
            try:
                self.lines[place.path] = self.tree.read(place.path).split(b"\n")
            except OSError:
                self.lines[place.path] = []
        lines = self.lines[place.path]
        return sha256(b" ".join(lines[place.line - 1].split()))[:16] if 0 < place.line <= len(lines) else ""


def _counted(findings: Sequence[Finding]) -> str:
    suppressed = sum(1 for item in findings if item.suppressed)
    return f"{len(findings) - suppressed}" + (f" (and {suppressed} suppressed or known)" if suppressed else "")


def _texts(tree: Tree, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        try:
            content = decode(tree.read(path))
        except OSError:
            continue
        if content is not None:
            yield path, content


def _asked(item: Coupling, stacks: Sequence[str]) -> Coupling | None:
    """A coupling as far as some stacks are concerned, or nothing where it works on all of them; no stacks: all."""
    if not stacks:
        return item
    effects = {stack: item.effects.get(stack, "unknown") for stack in stacks}
    return None if set(effects.values()) == {"works"} else replace(item, effects=effects)


def _finding(item: Coupling) -> Finding:
    fix = {"fix": f"use {item.replacement}"} if item.replacement else {}
    worst = next((effect for effect in _HARM if effect in item.effects.values()), "works")
    severity = {} if worst in ("breaks", "degrades") else {"severity": "note"}
    return finding(
        item.rule, f"{item.symbol} ({item.cls}): {item.says}", item.position, symbol=item.symbol, effort=item.effort,
        effects=dict(item.effects), facts=item.sources, confidence=item.confidence, **fix, **severity,
    )  # fmt: skip


def _by_symbol(couplings: Sequence[Coupling]) -> list[str]:
    groups: dict[tuple[str, str], list[Coupling]] = {}
    for item in couplings:
        groups.setdefault((item.symbol, item.cls), []).append(item)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [f"{len(items):4} {symbol} ({cls}), first at {items[0].position}" for (symbol, cls), items in ordered] or [
        "none"
    ]


def _plain(item: Coupling | Kernel | Declared) -> dict[str, object]:
    values = {name: getattr(item, name) for name in item.__slots__ if name != "position"}
    return {**values, **{name: getattr(item.position, name) for name in item.position.__slots__}}
