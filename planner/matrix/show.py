"""Routes to be shown."""

from datetime import date
from typing import Any

from planner.findings.report import Report, Section
from planner.matrix.route import Route


def route_report(there: Route, back: Route, as_of: date) -> Report:
    """The route there and the route back."""
    known = [route for route in (there, back) if not route.forbidden]
    summary = {
        2: f"{len(there.moves)} moves there, {len(back.moves)} back",
        1: "a route leads one way only" if known else "",
        0: "no route leads either way",
    }[len(known)]
    return Report(
        verb="matrix route",
        as_of=as_of.isoformat(),
        summary=summary,
        inventory={"there": _section("There", there), "back": _section("Back", back)},
    )


def _section(title: str, route: Route) -> Section:
    rows: list[Any] = [
        {"layers": list(move.layers), "coupled": move.coupled, "changes": list(move.changes)} for move in route.moves
    ]
    lines = [
        f"{number}. {' and '.join(move.layers)}{' (coupled)' if move.coupled else ''}: {'; '.join(move.changes)}"
        for number, move in enumerate(route.moves, start=1)
    ]
    lines += [f"no route: {reason}" for reason in route.forbidden]
    rows += [{"forbidden": reason} for reason in route.forbidden]
    return Section(f"{title}: {route.source.name} to {route.target.name}", rows, lines or ["nothing to change"])
