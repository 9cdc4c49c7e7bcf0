"""An inventory as findings and sections to be shown."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date

from planner.catalog.model import Catalog, cited
from planner.findings.finding import Finding, finding, finish
from planner.findings.report import Report, Section
from planner.findings.suppressions import apply_suppressions, suppressions
from planner.readers.text import decode
from planner.readers.tree import Tree
from planner.scan.files import kind_of
from planner.scan.inventory import Coupling, CouplingClass, Inventory

# files that cannot hold a comment
_UNCOMMENTED = (".json", ".ipynb")
_HARM = ("breaks", "degrades", "review", "unknown", "ignored")


def scan_report(tree: Tree, inventory: Inventory, catalog: Catalog, as_of: date, stack: str | None) -> Report:
    """What a scan found, for all targets or one."""
    found = [_finding(item, stack) for item in inventory.couplings if item.finding and _concerns(item, stack)]
    comments = {path: suppressions(text, path) for path, text in _commented(tree)}
    findings = finish(apply_suppressions(found, comments, as_of))
    classes = [item.cls for item in inventory.couplings]
    counts = ", ".join(f"{classes.count(cls)} {cls}" for cls in CouplingClass)
    return Report(
        verb="scan",
        as_of=as_of.isoformat(),
        summary=f"files: {inventory.files}, examined {inventory.examined}; couplings: {len(inventory.couplings)} ({counts}); kernels: {len(inventory.kernels)}; findings: {len(findings)}",
        findings=findings,
        inventory={
            "couplings": Section("Couplings", [_plain(item) for item in inventory.couplings], _by_symbol(inventory)),
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
        notes=inventory.notes,
        sources={source.id: [cited(source)] for source in catalog.cite(id for item in found for id in item.facts)},
    )  # fmt: skip


def _commented(tree: Tree) -> Iterator[tuple[str, str]]:
    """The files that hold suppressions, or try to."""
    for path in tree.files:
        if not _holds_comments(path):
            continue
        try:
            content = tree.read(path)
        except OSError:
            continue
        if b"planner:" in content and (text := decode(content)) is not None:
            yield path, text


def _holds_comments(path: str) -> bool:
    asks = path.endswith((".txt", ".in"))
    return asks or (kind_of(path) is not None and not path.endswith(_UNCOMMENTED))


def _concerns(item: Coupling, stack: str | None) -> bool:
    return stack is None or item.effects.get(stack, "unknown") != "works"


def _finding(item: Coupling, stack: str | None) -> Finding:
    effects = {stack: item.effects.get(stack, "unknown")} if stack else dict(item.effects)
    fix = {"fix": f"use {item.replacement}"} if item.replacement else {}
    worst = next((effect for effect in _HARM if effect in effects.values()), "works")
    severity = {} if worst in ("breaks", "degrades") else {"severity": "note"}
    return finding(
        item.rule, f"{item.symbol} ({item.cls}): {item.says}", item.position, symbol=item.symbol, effort=item.effort,
        effects=effects, facts=item.sources, confidence=item.confidence, **fix, **severity,
    )  # fmt: skip


def _by_symbol(inventory: Inventory) -> list[str]:
    groups: dict[tuple[str, str], list[Coupling]] = {}
    for item in inventory.couplings:
        groups.setdefault((item.symbol, item.cls), []).append(item)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [f"{len(items):4} {symbol} ({cls}), first at {items[0].position}" for (symbol, cls), items in ordered] or [
        "none"
    ]


def _plain(item: object) -> dict[str, object]:
    values: dict[str, object] = asdict(item)  # type: ignore[call-overload]  # always one of the inventory's dataclasses
    position = values.pop("position")
    return {**values, **position}  # type: ignore[dict-item]  # a position is a mapping here
