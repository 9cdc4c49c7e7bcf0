"""Routes and solutions to be shown."""

from datetime import date
from typing import Any

from planner.findings.report import Report, Section
from planner.matrix.route import Route
from planner.matrix.solve import Solution

_SHOWN = 12


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


def solution_report(solution: Solution, as_of: date) -> Report:
    """Common grounds, best first, and why each loser lost."""
    found = [
        f"{_shared(one.shared)}: {one.verdict}: "
        + "; ".join(f"{item.accelerator} with {item.sdk} on {item.image.os}" for item in one.environments)
        for one in solution.found
    ]
    losers = [f"{_shared(one.shared)}: {one.accelerator}: {one.reason}" for one in solution.losers]
    best = (
        f"best: {_shared(solution.found[0].shared)} ({solution.found[0].verdict})"
        if solution.found
        else "there is no common ground"
    )
    return Report(
        verb="matrix solve",
        as_of=as_of.isoformat(),
        summary=f"{', '.join(solution.accelerators)}: {best}",
        inventory={
            "found": Section(
                f"Common ground ({len(found)}, best first)",
                [
                    {
                        "shared": dict(one.shared), "verdict": one.verdict, "weight": one.weight,
                        "environments": {item.accelerator: {"sdk": item.sdk, "image.os": item.image.os} for item in one.environments},
                    }
                    for one in solution.found
                ],
                [*found[:_SHOWN], *_rest(found)] or ["none"],
            ),
            "losers": Section(
                f"Out ({len(losers)})",
                [{"shared": dict(one.shared), "accelerator": one.accelerator, "reason": one.reason} for one in solution.losers],
                [*losers[:_SHOWN], *_rest(losers)] or ["none"],
            ),
        },
    )  # fmt: skip


def _shared(values: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{layer} {value}" for layer, value in values) or "anything"


def _rest(lines: list[str]) -> list[str]:
    return [f"… and {len(lines) - _SHOWN} more; --format json shows all of them"] if len(lines) > _SHOWN else []
