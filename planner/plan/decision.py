"""The decision: go, no-go or undecided, what would stop it, what it costs, until when one can return."""

from datetime import date, timedelta

from planner.manifest.models import Manifest
from planner.matrix.acceptance import DOUBTFUL, taken_on
from planner.matrix.judgement import Judgement, Judgements
from planner.matrix.route import Route
from planner.plan.model import Decision
from planner.scan.inventory import Inventory

# without these of both ends nothing can be said about what goes with what
_NEEDED = {"torch", "python", "sdk", "image.os"}


def undeclared(judged: Judgements) -> list[str]:
    """What a judgement of an environment needs and the manifest does not declare."""
    missing = {name for spot in judged.blind_spots for name in spot.missing}
    return sorted(missing & _NEEDED)


def undecided(judged: Judgements, manifest: Manifest) -> list[Judgement]:
    """The unknown and disputed judgements that nobody has taken on."""
    name, as_of = judged.environment.name, judged.as_of
    return [
        item for item in judged.judgements if item.verdict in DOUBTFUL and not taken_on(manifest, name, item, as_of)
    ]


def decide(
    manifest: Manifest, route: Route, home: Route, ends: tuple[Judgements, Judgements],
    inventory: Inventory, blind_spots: tuple[str, ...], reverse: bool,
) -> Decision:  # fmt: skip
    """The decision that the facts allow; never more than a spike, since nothing has been measured yet. A plan home
    (`reverse`) is judged by whether it works, not by what it saves.
    """
    closing = _closing_dates(manifest, route)
    as_of = ends[0].as_of
    forbidden = [*route.forbidden, *(f"no way home: {reason}" for reason in home.forbidden)]
    gaps = [
        f"{judged.environment.name} does not declare {', '.join(missing)}: add them to planner.yaml"
        for judged in ends
        if (missing := undeclared(judged))
    ]
    doubts = [
        f"{judged.environment.name}: {item.reason} [{item.id}]"
        for judged in ends
        for item in undecided(judged, manifest)
    ]
    if closing and min(closing)[0] < as_of:
        forbidden.append(f"the last safe date to return is past: {min(closing)[0]}, {min(closing)[1]}")
    if forbidden:
        verdict, because = "no-go", tuple(forbidden)
    elif gaps or doubts:
        verdict, because = "undecided", (*gaps, *doubts)
    else:
        verdict = "go for the spike"
        because = (
            f"a route of {_moves(route)} leads to {route.target.name}, and one of {_moves(home)} leads home",
            "nothing has been measured yet: every later stage needs the gate before it",
        )
    return Decision(
        verdict, because, _kill_criteria(manifest, route, reverse), _cost(manifest, route, reverse), _leaving(manifest, home),
        _capacity(manifest, route), _last_safe_return(closing, route), (*blind_spots, *_always_unknown(inventory, route)),
    )  # fmt: skip


def _kill_criteria(manifest: Manifest, route: Route, reverse: bool) -> tuple[str, ...]:
    gates = manifest.acceptance
    criteria = [
        f"the workload does not run on {route.target.name} within the time that its owner gives the spike, in writing, before it begins",
        "an operator on the hot path has no implementation on the target and no equivalent to replace it with",
        "quality differs and the reason is not found",
        "no state written on the target can be read on the source",
    ]
    if gates.cpu_fallback:
        criteria.append(
            f"CPU fallback takes more than {gates.cpu_fallback.max_time_share} of the time and cannot be removed"
        )
    if gates.cost_per_valid_task and not reverse:
        criteria.append(
            f"a valid task cannot cost less than {gates.cost_per_valid_task.max_ratio:g} of today's, even at the best case of the spike"
        )
    return tuple(criteria)


def _cost(manifest: Manifest, route: Route, reverse: bool) -> tuple[str, ...]:
    lines = []
    for end in (route.source, route.target):
        price = manifest.cost.hourly.get(end.name) if manifest.cost else None
        if price is None:
            lines.append(f"{end.name}: no hourly price in the manifest: unknown")
        elif price.source == "vendor-claim":
            lines.append(f"{end.name}: the price is a vendor's claim and enters no cost: unknown")
        else:
            instances = end.run.count or 1
            lines.append(
                f"{end.name}: {price.amount * instances:,.2f} {manifest.cost.currency if manifest.cost else ''} an hour for "
                f"{instances} {'instance' if instances == 1 else 'instances'}, {price.source} of {price.date}"
            )
    if manifest.cost and (people := manifest.cost.engineering) and not reverse:
        total = people.hours * people.hourly
        lines.append(
            f"engineering: {total:,.0f} {manifest.cost.currency} declared, spread over {people.spread_months} months"
        )
    lines.append("cost per valid task: unknown until both sides are measured")
    return tuple(lines)


def _leaving(manifest: Manifest, home: Route) -> tuple[str, ...]:
    if home.forbidden:
        return ("unknown: no way home has been found",)
    layers = ", ".join(dict.fromkeys(layer for move in home.moves for layer in move.layers))
    lines = [f"going home is a route of {_moves(home)} ({layers}); minutes and lost work are unknown until rehearsed"]
    if manifest.migration and manifest.migration.mode == "move":
        lines.append("after the stage that retires the source, it costs a new migration")
    return tuple(lines)


def _moves(route: Route) -> str:
    return f"{len(route.moves)} {'move' if len(route.moves) == 1 else 'moves'}"


def _capacity(manifest: Manifest, route: Route) -> tuple[str, ...]:
    lines = []
    for end in (route.source, route.target):
        rows = [item for item in manifest.operations.capacity if item.environment == end.name]
        if not rows:
            lines.append(f"{end.name}: no capacity is declared: unknown")
        for item in rows:
            until = f" until {item.until}" if item.until else ", no end is declared"
            quota = f", quota {item.quota}" if item.quota is not None else ", quota unknown"
            lead = f", lead time {item.lead_days} days" if item.lead_days is not None else ""
            lines.append(f"{end.name}: {item.kind} in {item.region}{until}{quota}{lead}")
    return tuple(lines)


def _closing_dates(manifest: Manifest, route: Route) -> list[tuple[date, str]]:
    """The dates on which something that the way back needs may be gone."""
    dates: list[tuple[date, str]] = [
        (item.until, f"capacity of {item.environment} in {item.region} ends")
        for item in manifest.operations.capacity
        if item.environment == route.source.name and item.until
    ]
    for contract in manifest.operations.contracts:
        notice = timedelta(days=contract.notice_days or 0)
        dates.append(
            (
                contract.ends - notice,
                f"last day to give notice on the contract with {contract.with_}"
                if notice
                else f"the contract with {contract.with_} ends",
            )
        )
    return dates


def _last_safe_return(dates: list[tuple[date, str]], route: Route) -> str:
    """The earliest of them."""
    if not dates:
        return f"unknown: no end of the capacity of {route.source.name} and no contract is declared"
    when, what = min(dates)
    return f"{when}: {what}"


def _always_unknown(inventory: Inventory, route: Route) -> tuple[str, ...]:
    unknown = [
        "speed, memory, compile time and numerics on the target: nothing was run",
        "which operators fall back to the CPU on the target: only a probe on the device can tell",
    ]
    if inventory.skipped:
        unknown.append(f"{len(inventory.skipped)} files were not read; plan.json names them with the reason")
    return tuple(unknown)
