"""`plan`: manifest, inventory and catalog in, a plan out; nothing is read and nothing is written here."""

from datetime import date

from planner.catalog.model import Catalog
from planner.findings.finding import Finding, finding, finish
from planner.manifest.load import Declared
from planner.matrix.acceptance import taken_on
from planner.matrix.attributes import unknown_packages
from planner.matrix.check import acceptances
from planner.matrix.judge import Judge
from planner.matrix.judgement import Judgements
from planner.matrix.route import Route, find_route
from planner.plan.decision import decide
from planner.plan.effort import effort_of
from planner.plan.model import Plan
from planner.plan.stages import StageWriter
from planner.plan.values import wording
from planner.scan.inventory import Inventory
from planner.vocabulary.environment import Environment


def build_plan(
    declared: Declared, inventory: Inventory, catalog: Catalog, as_of: date, reverse: bool, digests: dict[str, str]
) -> Plan:
    """The plan from the migration's source to its target, or home again.

    `declared.manifest.migration` must be set.
    """
    manifest = declared.manifest
    source, target = ends_of(declared, reverse)
    judge = Judge(catalog, as_of)
    route = find_route(source, target, judge)
    home = find_route(target, source, judge)
    judged = judge.judge(source), judge.judge(target)
    stack = catalog.value("accelerator", target.accelerator, "stack")
    effort = effort_of(manifest, inventory, stack)
    blind_spots = _blind_spots(judged, inventory, route, catalog, stack)
    decision = decide(manifest, route, home, judged, inventory, blind_spots, reverse)
    stages = () if route.forbidden else StageWriter(
        manifest, route, inventory, wording(manifest, source, target, effort, reverse), effort, stack or ""
    ).stages()  # fmt: skip
    return Plan(
        name=manifest.name,
        phase=manifest.workload.phase,
        mode=manifest.migration.mode if manifest.migration else "move",
        as_of=as_of,
        source=source,
        target=target,
        decision=decision,
        stages=stages,
        route=route,
        home=home,
        judged_source=judged[0],
        judged_target=judged[1],
        inventory=inventory,
        accepted=tuple(
            f"{item.environment}: {item.judgement}, until {item.until}: {item.reason}"
            for item in manifest.accept
            if any(
                taken_on(manifest, one.environment.name, said, as_of) is item
                for one in judged
                for said in one.judgements
            )
        ),
        blind_spots=blind_spots,
        points_of_no_return=_points_of_no_return(declared, source, as_of),
        findings=tuple(finish([*_findings(declared, route, home, as_of), *acceptances(declared, judged, as_of)])),
        digests=digests,
    )


def ends_of(declared: Declared, reverse: bool) -> tuple[Environment, Environment]:
    """Source and target of the migration, swapped for the way home."""
    migration = declared.manifest.migration
    assert migration is not None
    source, target = declared.environments[migration.source], declared.environments[migration.target]
    return (target, source) if reverse else (source, target)


def _blind_spots(
    judged: tuple[Judgements, Judgements], inventory: Inventory, route: Route, catalog: Catalog, stack: str | None
) -> tuple[str, ...]:
    spots = []
    for one in judged:
        name = one.environment.name
        if one.blind_spots:
            missing = dict.fromkeys(key for spot in one.blind_spots for key in spot.missing)
            questions = ", ".join(spot.judgement for spot in one.blind_spots)
            spots.append(f"{name}: not declared: {', '.join(missing)}; therefore not judged: {questions}")
        if unknown := unknown_packages(one.environment, catalog):
            spots.append(f"{name}: {unknown}")
        spots += [f"{name}: {text}" for text in one.assumed]
    review = sum(
        1 for item in inventory.couplings if item.finding and item.effects.get(stack or "") in ("review", "unknown")
    )
    if review:
        spots.append(
            f"{review} couplings have an effect on {route.target.name} that only a review can tell; plan.json lists them"
        )
    spots += [f"the route assumes what is not declared: {text}" for text in route.assumed]
    return (*spots, *inventory.notes)


def _points_of_no_return(declared: Declared, source: Environment, as_of: date) -> tuple[str, ...]:
    operations = declared.manifest.operations
    points = [
        f"{item.until}: the capacity of {item.environment} in {item.region} ends"
        for item in operations.capacity
        if item.environment == source.name and item.until
    ]
    points += [f"{contract.ends}: the contract with {contract.with_} ends" for contract in operations.contracts]
    state = declared.manifest.workload.state
    if state and state.format != "dcp":
        points.append(
            f"from the first step on the new side: state of format {state.format} that the old side may not read"
        )
    if declared.manifest.migration and declared.manifest.migration.mode == "move":
        points.append("the stage retire: the source's capacity is released")
    return tuple(points)


def _findings(declared: Declared, route: Route, home: Route, as_of: date) -> list[Finding]:
    where = declared.where("migration")
    found = [
        finding("RBK701", f"no route from {route.source.name} to {route.target.name}: {reason}", where)
        for reason in route.forbidden
    ]
    if not route.forbidden:
        found += [
            finding("RBK702", f"no way home from {home.source.name} to {home.target.name}: {reason}", where)
            for reason in home.forbidden
        ]
    rollback, owners = declared.manifest.rollback, declared.manifest.operations.owners
    missing = [
        name
        for name, value in (
            ("rollback.rto_minutes", rollback.rto_minutes),
            ("rollback.keep_source_days", rollback.keep_source_days),
            ("rollback.sign_off", rollback.sign_off or None),
            ("operations.owners.rollback", owners.get("rollback")),
        )
        if value is None
    ]
    if missing:
        found.append(finding("RBK703", f"the manifest does not set {', '.join(missing)}", declared.where("rollback")))
    for item in declared.manifest.operations.capacity:
        if item.environment == route.source.name and item.until and item.until < as_of:
            found.append(
                finding(
                    "RBK704",
                    f"the capacity of {item.environment} ended on {item.until}: there is nothing to go back to",
                    declared.where("operations", "capacity"),
                )
            )
    return found
