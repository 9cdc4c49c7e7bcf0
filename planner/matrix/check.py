"""`check`: judgements of a manifest's environments as findings, with what the manifest takes on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from planner.catalog.model import Catalog, cited
from planner.findings.finding import Finding, finding, finish
from planner.findings.report import Report, Section
from planner.manifest.load import Declared
from planner.matrix.acceptance import DOUBTFUL, covers, taken_on
from planner.matrix.judge import Judge, Judgement, Judgements
from planner.vocabulary.verdict import Verdict

# where in an environment a layer is declared
_KEYS = {
    "host": ("host",), "image": ("image", "os"), "python": ("python",), "torch": ("torch",), "sdk": ("sdk",),
    "packages": ("packages",), "accelerator": ("accelerator",), "distribution": ("run", "ranks"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    """The judgements of some environments, the findings, and the answers that nobody has decided."""

    judged: tuple[Judgements, ...]
    findings: tuple[Finding, ...]
    undecided: tuple[tuple[str, Judgement], ...]


def check(declared: Declared, names: list[str], catalog: Catalog, as_of: date) -> Checked:
    """Judge environments of a manifest."""
    judge = Judge(catalog, as_of)
    judged = tuple(judge.judge(declared.environments[name]) for name in names)
    found: list[Finding] = []
    undecided = []
    for one in judged:
        name = one.environment.name
        for item in one.judgements:
            taken = taken_on(declared.manifest, name, item, as_of)
            if item.verdict in DOUBTFUL and not taken:
                undecided.append((name, item))
            if item.verdict is not Verdict.SUPPORTED or item.rule == "ENV120":
                found += _finding(declared, name, item, taken.reason if taken else "")
        found += _statuses(declared, one)
    found += _acceptances(declared, judged, as_of)
    return Checked(judged, tuple(finish(found)), tuple(undecided))


def report(checked: Checked, verb: str, catalog: Catalog, as_of: date) -> Report:
    """What was checked, to be shown."""
    sections = {
        "judgements": Section(
            "Judgements",
            [_row(one, item) for one in checked.judged for item in one.judgements],
            [f"{one.environment.name}: {one.verdict} ({_count(one)})" for one in checked.judged],
        ),
        "blind_spots": Section(
            "Not judged, because the manifest does not declare it",
            [{"environment": one.environment.name, "judgement": spot.judgement, "missing": list(spot.missing)} for one in checked.judged for spot in one.blind_spots],
            [f"{one.environment.name}: {spot.judgement} ({', '.join(spot.missing)})" for one in checked.judged for spot in one.blind_spots] or ["nothing"],
        ),
    }  # fmt: skip
    return Report(
        verb=verb,
        as_of=as_of.isoformat(),
        summary=_summary(checked),
        findings=checked.findings,
        inventory=sections,
        notes=[f"{one.environment.name}: {text}" for one in checked.judged for text in one.assumed],
        sources=_sources(checked, catalog),
    )


def _finding(declared: Declared, name: str, item: Judgement, taken_on: str) -> Iterator[Finding]:
    position = declared.where_in(name, *_KEYS[item.layers[-1] if item.layers[-1] in _KEYS else item.layers[0]])
    if item.verdict is Verdict.SUPPORTED:
        if item.caveat:
            yield finding(item.rule, f"{name}: {item.caveat}", position, symbol=item.id, facts=item.facts)
        return
    ways_out = f"; ways out: {', '.join(item.ways_out)}" if item.ways_out else ""
    more = {} if item.verdict is Verdict.UNSUPPORTED else {"severity": "warning"}
    message = f"{name}: {item.reason}{ways_out}"
    yield finding(item.rule, message, position, symbol=item.id, facts=item.facts, suppressed=taken_on, **more)


def _statuses(declared: Declared, one: Judgements) -> Iterator[Finding]:
    """One finding for each status that is not plain support: what rests on it is mostly one and the same SDK."""
    name = one.environment.name
    for status in ("beta", "maintenance", "ended"):
        resting = [item for item in one.judgements if item.status == status]
        if resting:
            facts = tuple(sorted({id for item in resting for id in item.facts}))
            message = (
                f"{name}: {len(resting)} answers rest on what is {status}: {', '.join(item.id for item in resting)}"
            )
            yield finding("ENV121", message, declared.where_in(name, "sdk"), symbol=status, facts=facts)


def _acceptances(declared: Declared, judged: tuple[Judgements, ...], as_of: date) -> Iterator[Finding]:
    for index, item in enumerate(declared.manifest.accept):
        where = declared.where("accept", index)
        one = next((one for one in judged if one.environment.name == item.environment), None)
        meant = [judgement for judgement in one.judgements if covers(item, item.environment, judgement)] if one else []
        if item.until < as_of:
            message = f"the acceptance of {item.judgement} for {item.environment} ended on {item.until}"
            yield finding("MAN805", message, where)
        elif one and not any(judgement.verdict in DOUBTFUL for judgement in meant):
            yield finding("MAN806", f"{item.judgement} of {item.environment} is neither unknown nor disputed", where)


def _row(one: Judgements, item: Judgement) -> dict[str, object]:
    return {
        "environment": one.environment.name,
        "id": item.id,
        "rule": item.rule,
        "verdict": item.verdict,
        "layers": list(item.layers),
        "asks": item.asks,
        "reason": item.reason,
        "caveat": item.caveat,
        "ways_out": list(item.ways_out),
        "facts": list(item.facts),
        "sources": list(item.sources),
        "status": item.status,
    }


def _count(one: Judgements) -> str:
    verdicts = [item.verdict for item in one.judgements]
    return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in reversed(Verdict) if verdict in verdicts)


def _summary(checked: Checked) -> str:
    errors = sum(1 for item in checked.findings if item.severity == "error" and not item.suppressed)
    warnings = sum(1 for item in checked.findings if item.severity == "warning" and not item.suppressed)
    said = f"environments judged: {len(checked.judged)}; errors: {errors}; warnings: {warnings}"
    if checked.undecided:
        said += f"; unknown or disputed: {len(checked.undecided)} (accept them with a reason and a date, or add facts)"
    return said


def _sources(checked: Checked, catalog: Catalog) -> dict[str, list[str]]:
    """The sources of every fact that a finding rests on."""
    return {id: [cited(source) for source in catalog.sources_of(id)] for item in checked.findings for id in item.facts}
