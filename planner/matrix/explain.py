"""`explain`: the trace behind a verdict, and where to go instead."""

from planner.findings.report import Report, Section
from planner.matrix.judge import Judge
from planner.matrix.judgement import Judgement
from planner.matrix.nearest import nearest
from planner.matrix.route import changes
from planner.vocabulary.environment import Environment
from planner.vocabulary.verdict import Verdict


def explanation(environments: list[Environment], judge: Judge) -> Report:
    """Every candidate row of every judgement, then the nearest supported environments."""
    trace: list[str] = []
    rows: list[object] = []
    near: list[str] = []
    near_rows: list[object] = []
    for environment in environments:
        judged = judge.judge(environment)
        for item in judged.judgements:
            trace += _trace(environment.name, item)
            rows.append(_row(environment.name, item))
        trace += [
            f"{environment.name}: {spot.judgement}: not asked: {', '.join(spot.missing)} not declared"
            for spot in judged.blind_spots
        ]
        if judged.verdict is Verdict.SUPPORTED:
            near.append(f"{environment.name} is supported as it is")
            continue
        found = nearest(environment, judge)
        near += [f"{environment.name}: {'; '.join(changes(environment, other))}" for other in found] or [
            f"{environment.name}: none within three layers and on this accelerator"
        ]
        near_rows += [
            {"environment": environment.name, "changes": list(changes(environment, other))} for other in found
        ]
    return Report(
        verb="matrix explain",
        as_of=judge.as_of.isoformat(),
        summary=f"environments explained: {len(environments)}",
        inventory={
            "trace": Section("Trace", rows, trace),
            "nearest": Section("Nearest supported", near_rows, near),
        },
    )


def _trace(name: str, item: Judgement) -> list[str]:
    lines = [f"{name}: {item.id}: {item.reason}"]
    for row in item.rows:
        sources = ", ".join(row.sources)
        if row.dispute:
            lines.append(
                f"    {row.verdict}: dispute {row.id}: {row.dispute.question} Narrower reading: {row.dispute.reading} [{sources}]"
            )
        elif row.verdict is Verdict.SUPPORTED:
            lines.append(f"    accepted: {row.id} [{sources}]")
        else:
            allowed = row.fact.allows if row.fact else {}
            why = "; ".join(f"{attribute} must be {' or '.join(allowed[attribute])}" for attribute in row.refused)
            lines.append(f"    rejected ({row.verdict}): {row.id}: {why} [{sources}]")
    return lines


def _row(name: str, item: Judgement) -> dict[str, object]:
    return {
        "environment": name,
        "judgement": item.id,
        "verdict": item.verdict,
        "reason": item.reason,
        "candidates": [
            {"id": row.id, "verdict": row.verdict, "refused": list(row.refused), "sources": list(row.sources)}
            for row in item.rows
        ],
    }
