"""`check`: judgements of a manifest's environments as findings, with what the manifest takes on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from planner.catalog.model import Catalog, cited
from planner.findings.finding import Finding, finding, finish
from planner.findings.report import Report, Section
from planner.manifest.load import Declared
from planner.manifest.models import Manifest
from planner.matrix.acceptance import DOUBTFUL, covers, taken_on
from planner.matrix.attributes import unknown_packages
from planner.matrix.judge import Judge
from planner.matrix.judgement import Judgement, Judgements
from planner.vocabulary.environment import Environment, package_name
from planner.vocabulary.position import Position
from planner.vocabulary.verdict import Verdict

# rules that warn of what works and is ending, or works at a price
_WARN_OF_THE_END = {"ENV120", "ENV124"}

# rules whose findings keep a manifest from being judged at all
_FAULTS = {"MAN801", "MAN802", "MAN803", "MAN804", "MAN807", "MAN809"}


@dataclass(frozen=True, slots=True)
class Subject:
    """An environment to judge, where each of its keys (and each of its packages) is said, and what was concluded while
    reading it.
    """

    environment: Environment
    where: Callable[[str, str], Position]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The judgements of some environments, the findings, and the answers that nobody has decided."""

    judged: tuple[Judgements, ...]
    findings: tuple[Finding, ...]
    undecided: tuple[tuple[str, Judgement], ...]

    @property
    def open(self) -> bool:
        """Whether an answer is undecided, or an environment declares so little that nothing of it could be asked."""
        return bool(self.undecided or self.unjudged)

    @property
    def unjudged(self) -> tuple[str, ...]:
        """The environments of which nothing could be asked: no answer is no pass."""
        return tuple(one.environment.name for one in self.judged if not one.judgements)


def check(declared: Declared, names: list[str], judge: Judge) -> Checked:
    """Judge environments of a manifest."""
    subjects = [Subject(declared.environments[name], _in_manifest(declared, name)) for name in names]
    checked = check_all(subjects, judge, declared.manifest)
    found = [*checked.findings, *acceptances(declared, checked.judged, judge.as_of)]
    return replace(checked, findings=tuple(finish(found)))


def check_all(subjects: list[Subject], judge: Judge, manifest: Manifest | None = None) -> Checked:
    """Judge environments, wherever they were read from; a manifest may take doubtful answers on."""
    judged = []
    found: list[Finding] = []
    undecided = []
    for subject in subjects:
        one = judge.judge(subject.environment)
        judged.append(one)
        for item in one.judgements:
            taken = taken_on(manifest, one.environment.name, item, judge.as_of) if manifest else None
            if item.verdict in DOUBTFUL and not taken:
                undecided.append((one.environment.name, item))
            if item.verdict is not Verdict.SUPPORTED or item.rule in _WARN_OF_THE_END:
                found += _finding(subject, item, taken.reason if taken else "")
        found += _statuses(subject, one)
    return Checked(tuple(judged), tuple(finish(found)), tuple(undecided))


def together(checked: Sequence[Checked], faults: Sequence[Finding]) -> Checked:
    """Several manifests as one, with the faults of those that could not be judged."""
    return Checked(
        judged=tuple(one for part in checked for one in part.judged),
        findings=tuple(finish([*faults, *(item for part in checked for item in part.findings)])),
        undecided=tuple(item for part in checked for item in part.undecided),
    )


def _in_manifest(declared: Declared, name: str) -> Callable[[str, str], Position]:
    def where(key: str, package: str) -> Position:
        path: list[str | int] = [*key.split(".")]
        if package:
            path.append(_index(declared, name, package))
        return declared.where_in(name, *path)

    return where


def _index(declared: Declared, name: str, package: str) -> int:
    """The place of a package in the list that an environment has or inherits."""
    model = declared.manifest.environments[name]
    if model.packages is None and model.extends:
        return _index(declared, model.extends, package)
    return next((number for number, line in enumerate(model.packages or ()) if package_name(line) == package), 0)


def report(checked: Checked, verb: str, catalog: Catalog, as_of: date, notes: Sequence[str] = ()) -> Report:
    """What was checked, to be shown."""
    sections = {
        "judgements": Section(
            "Judgements",
            [_row(one, item) for one in checked.judged for item in one.judgements],
            [f"{one.environment.name}: {one.verdict} ({_count(one)})" for one in checked.judged],
        ),
        "blind_spots": Section(
            "Not judged, because nothing declares it",
            [{"environment": one.environment.name, "judgement": spot.judgement, "missing": list(spot.missing)} for one in checked.judged for spot in one.blind_spots],
            [f"{one.environment.name}: {spot.judgement} ({', '.join(spot.missing)})" for one in checked.judged for spot in one.blind_spots] or (["nothing"] if checked.judged else []),
        ),
    }  # fmt: skip
    needs = [
        f"{one.environment.name}: the host brings {', '.join(listed)}"
        for one in checked.judged
        if (
            listed := catalog.value(
                "stack", catalog.value("accelerator", one.environment.accelerator, "stack"), "host_needs"
            )
        )
    ]
    unknown = [
        f"{one.environment.name}: {said}"
        for one in checked.judged
        if (said := unknown_packages(one.environment, catalog))
    ]
    return Report(
        verb=verb,
        as_of=as_of.isoformat(),
        summary=_summary(checked),
        findings=checked.findings,
        inventory=sections,
        notes=[
            *notes,
            *needs,
            *unknown,
            *(f"{one.environment.name}: {text}" for one in checked.judged for text in one.assumed),
        ],
        sources=_sources(checked, catalog),
    )


def _finding(subject: Subject, item: Judgement, taken_on: str) -> Iterator[Finding]:
    name = subject.environment.name
    position = subject.where(item.at, item.subject)
    if item.verdict is Verdict.SUPPORTED:
        if item.caveat:
            yield finding(
                item.rule, f"{name}: {item.caveat}", position, severity="warning", symbol=item.id, facts=item.facts
            )
        return
    ways_out = f"; ways out: {', '.join(item.ways_out)}" if item.ways_out else ""
    more = {} if item.verdict is Verdict.UNSUPPORTED else {"severity": "warning"}
    yield finding(
        item.rule,
        f"{name}: {item.reason}{ways_out}",
        position,
        symbol=item.id,
        facts=item.facts,
        suppressed=taken_on,
        **more,
    )


def _statuses(subject: Subject, one: Judgements) -> Iterator[Finding]:
    """One finding for each status that is not plain support: what rests on it is mostly one and the same SDK."""
    for status in ("beta", "maintenance", "ended"):
        resting = [item for item in one.judgements if item.status == status]
        if resting:
            facts = tuple(sorted({id for item in resting for id in item.facts}))
            message = f"{one.environment.name}: {len(resting)} answers rest on what is {status}: {', '.join(item.id for item in resting)}"
            yield finding("ENV121", message, subject.where("sdk", ""), symbol=status, facts=facts)


def acceptances(declared: Declared, judged: tuple[Judgements, ...], as_of: date) -> Iterator[Finding]:
    """What is wrong with the acceptances of a manifest: over, or about nothing that is in doubt."""
    for index, item in enumerate(declared.manifest.accept):
        where = declared.where("accept", index)
        one = next((one for one in judged if one.environment.name == item.environment), None)
        meant = [judgement for judgement in one.judgements if covers(item, item.environment, judgement)] if one else []
        if item.until < as_of:
            message = f"the acceptance of {item.judgement} for {item.environment} ended on {item.until}"
            yield finding("MAN805", message, where)
        elif not declared.environments[item.environment].accelerator or (
            one and not any(judgement.verdict in DOUBTFUL for judgement in meant)
        ):
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
    counts = [f"{verdicts.count(verdict)} {verdict}" for verdict in reversed(Verdict) if verdict in verdicts]
    return ", ".join([*counts, *([f"{len(one.blind_spots)} not judged"] if one.blind_spots else [])])


def _summary(checked: Checked) -> str:
    errors = sum(1 for item in checked.findings if item.severity == "error" and not item.suppressed)
    warnings = sum(1 for item in checked.findings if item.severity == "warning" and not item.suppressed)
    said = f"environments judged: {len(checked.judged)}; errors: {errors}; warnings: {warnings}"
    faults = sum(1 for item in checked.findings if item.rule in _FAULTS)
    if faults:
        said += f"; faults in manifests, which were not judged: {faults}"
    if checked.unjudged:
        said += f"; nothing could be asked of: {', '.join(checked.unjudged)}"
    if checked.undecided:
        said += f"; unknown or disputed: {len(checked.undecided)} (accept them with a reason and a date, or add facts)"
    return said


def _sources(checked: Checked, catalog: Catalog) -> dict[str, list[str]]:
    """The sources of every fact that a finding rests on."""
    return {id: [cited(source) for source in catalog.sources_of(id)] for item in checked.findings for id in item.facts}
