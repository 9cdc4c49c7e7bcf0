"""`judge`: one judgement per constraint, each with its reason, its facts and the ways out."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from planner.catalog.model import Catalog
from planner.matrix.attributes import DERIVED, KEYS, Attributes, packages, project
from planner.matrix.evaluate import Evaluation, Evaluator, Row
from planner.matrix.judgement import BlindSpot, Judgement, Judgements
from planner.matrix.said import said_by_names
from planner.matrix.ways_out import ways_out
from planner.vocabulary.environment import Environment
from planner.vocabulary.facts import Constraint
from planner.vocabulary.ranges import contains, version_key
from planner.vocabulary.verdict import Verdict, worst

_FAILS = {
    "install": "it cannot be installed",
    "run": "it installs and cannot run",
    "wrong": "it installs and gives something else",
    "support": "nobody answers for it",
}


class Judge:
    """Judges environments against one catalog on one date."""

    def __init__(self, catalog: Catalog, as_of: date) -> None:
        self.catalog = catalog
        self.as_of = as_of
        self.evaluator = Evaluator(catalog)

    def judge(self, environment: Environment) -> Judgements:
        """Every constraint that applies, worst first."""
        projection = project(environment, self.catalog)
        judgements = [
            *self._lifetimes(environment), *self._by_names(environment),
        ]  # fmt: skip
        blind_spots = []
        for id, constraint, attributes in self.questions(environment, projection.attributes):
            evaluation = self.evaluator.evaluate(constraint, attributes)
            if evaluation is None:
                continue
            if evaluation.missing:
                keys = dict.fromkeys(KEYS.get(name, name) for name in evaluation.missing)
                blind_spots.append(BlindSpot(id, tuple(keys)))
            else:
                judgements.append(self._judgement(id, constraint, attributes, evaluation))
        order = list(Verdict)
        judgements.sort(key=lambda item: (order.index(item.verdict), item.id))
        return Judgements(environment, self.as_of, tuple(judgements), tuple(blind_spots), projection.assumed)

    def verdict(self, environment: Environment) -> Verdict:
        """The verdict alone, without reasons: what a search needs."""
        attributes = project(environment, self.catalog).attributes
        evaluations = (
            self.evaluator.evaluate(constraint, asked)
            for _, constraint, asked in self.questions(environment, attributes)
        )
        asked = [item.verdict for item in evaluations if item and not item.missing]
        return worst([*asked, *(item.verdict for item in self._by_names(environment))])

    def refusals(self, environment: Environment) -> list[str]:
        """The reasons of every answer of no."""
        attributes = project(environment, self.catalog).attributes
        found = [item.reason for item in self._by_names(environment) if item.verdict is Verdict.UNSUPPORTED]
        for _, constraint, asked in self.questions(environment, attributes):
            evaluation = self.evaluator.evaluate(constraint, asked)
            if evaluation and not evaluation.missing and evaluation.verdict is Verdict.UNSUPPORTED:
                rows = [row for row in evaluation.rows if row.verdict is Verdict.UNSUPPORTED]
                found.append(self._reason(constraint, asked, constraint.asks.format_map(asked), rows))
        return found

    def weigh(self, environment: Environment) -> int | None:
        """What passing through an environment costs, or nothing where it is unsupported."""
        attributes = project(environment, self.catalog).attributes
        weights = self.catalog.weights
        total = 0
        for item in self._by_names(environment):
            if item.verdict is Verdict.UNSUPPORTED:
                return None
            total += weights.get(item.verdict, 0)
        for _, constraint, asked in self.questions(environment, attributes):
            evaluation = self.evaluator.evaluate(constraint, asked)
            if evaluation is None or evaluation.missing:
                continue
            if evaluation.verdict is Verdict.UNSUPPORTED:
                return None
            total += weights.get(evaluation.verdict, 0)
            total += max((weights.get(row.fact.status, 0) for row in evaluation.rows if row.fact), default=0)
        return total

    def _by_names(self, environment: Environment) -> Iterator[Judgement]:
        """What names say by themselves, beside the facts."""
        yield from self._unknown_names(environment)
        yield from said_by_names(environment, self.catalog)

    def questions(
        self, environment: Environment, attributes: Attributes
    ) -> Iterator[tuple[str, Constraint, Attributes]]:
        """Each constraint with what it is asked about: the environment, or one of its packages."""
        known = list(packages(environment, self.catalog))
        for constraint in self.catalog.constraints.values():
            if "package" not in constraint.needs:
                yield constraint.id, constraint, attributes
                continue
            for name, values in known:
                if self._speaks_of(constraint, name):
                    yield f"{constraint.id}.{name}", constraint, {**attributes, **values}

    def _speaks_of(self, constraint: Constraint, package: str) -> bool:
        # most packages pin no torch and need no index of their own: asking of each would only produce noise
        named = [fact.about["package"] for fact in self.catalog.facts.get(constraint.id, ()) if "package" in fact.about]
        return not named or any(contains("package", names, package) for names in named)

    def _judgement(self, id: str, constraint: Constraint, attributes: Attributes, evaluation: Evaluation) -> Judgement:
        if evaluation.underived:
            gaps = [
                f"the catalog does not know the {name} of {attributes[DERIVED[name]]}" for name in evaluation.underived
            ]
            return Judgement(
                id, constraint.rule, Verdict.UNKNOWN, constraint.layers, constraint.at, constraint.id, "; ".join(gaps)
            )
        asks = constraint.asks.format_map(attributes)
        deciding = [row for row in evaluation.rows if row.verdict is evaluation.verdict]
        status = max((row.fact.status for row in deciding if row.fact), key=_STATUS.index, default="supported")
        judgement = Judgement(
            id, constraint.rule, evaluation.verdict, constraint.layers, constraint.at, asks, "", status=status, rows=evaluation.rows,
            facts=tuple(row.id for row in deciding), subject=attributes.get("package", ""),
            sources=tuple(sorted({source for row in deciding for source in row.sources})),
        )  # fmt: skip
        if evaluation.verdict is Verdict.SUPPORTED:
            caveat = f"{asks}: its status is {status}" if status != "supported" else ""
            return replace(judgement, reason=f"{asks}? Yes", caveat=caveat)
        out = ways_out(constraint, attributes, self.evaluator)
        return replace(judgement, reason=self._reason(constraint, attributes, asks, deciding), ways_out=out)

    def _reason(self, constraint: Constraint, attributes: Attributes, asks: str, rows: list[Row]) -> str:
        if not rows:
            newest = [
                f"the newest {kind} the catalog knows is {self._newest(kind, attributes)}"
                for kind in ("torch", "sdk") if kind in constraint.needs
            ]  # fmt: skip
            return "; ".join([f"{asks}? Unknown: no fact of {constraint.id} speaks of it", *newest])
        said = [f"{claim.says} [{', '.join(claim.sources)}]" for row in rows for claim in row.claims]
        if rows[0].verdict is Verdict.DISPUTED:
            return f"{asks}? Disputed: " + "; ".join(said)
        refusals = [
            f"{_words(name)} {attributes.get(name, 'not declared')} is not among {', '.join(row.fact.allows[name])}"
            + (f" ({row.fact.note})" if row.fact.note else "")
            for row in rows
            if row.fact
            for name in row.refused
        ]
        consequence = f"; {_FAILS[constraint.fails]}" if rows[0].verdict is Verdict.UNSUPPORTED else ""
        answer = "No" if rows[0].verdict is Verdict.UNSUPPORTED else "Unknown"
        return f"{asks}? {answer}: " + "; ".join(dict.fromkeys(refusals or said)) + consequence

    def _newest(self, kind: str, attributes: Attributes) -> str:
        stack = attributes.get("stack")
        names = [
            record.name for record in self.catalog.of_kind(kind)
            if kind != "sdk" or record.values.get("stack") == stack
        ]  # fmt: skip
        return names[-1] if names else "none"

    def _unknown_names(self, environment: Environment) -> Iterator[Judgement]:
        """What is declared and has no record at all: whatever else is said of it, the catalog does not know it."""
        for kind, name, layer in (
            ("torch", environment.torch.release, "torch"),
            ("python", environment.python, "python"),
            ("sdk", environment.sdk, "sdk"),
            ("os", environment.image.os, "image"),
        ):
            if name is None or self._is_known(kind, name):
                continue
            stack = self.catalog.value("accelerator", environment.accelerator, "stack")
            known = [
                record.name for record in self.catalog.of_kind(kind)
                if kind != "sdk" or record.values.get("stack") == stack
            ]  # fmt: skip
            spans = f"which knows {known[0]} to {known[-1]}" if known else "which knows none"
            yield Judgement(
                f"{layer}-known", "ENV122", Verdict.UNKNOWN, (layer,), "image.os" if kind == "os" else layer,
                f"{kind} {name} is in the catalog",
                f"{kind} {name} is not in the catalog, {spans}; facts about it can be added in planner.facts.yaml",
            )  # fmt: skip

    def _is_known(self, kind: str, name: str) -> bool:
        bare = name.removesuffix("t") if kind == "python" else name
        return self.catalog.record(kind, bare) is not None or any(
            version_key(record.name) == version_key(bare) for record in self.catalog.of_kind(kind)
        )

    def _lifetimes(self, environment: Environment) -> Iterator[Judgement]:
        for kind, name, layer in (
            ("python", environment.python, "python"),
            ("os", environment.image.os, "image"),
            ("os", environment.host.os, "host"),
        ):
            record = self.catalog.record(kind, name.removesuffix("t") if name and kind == "python" else name)
            if record is None:
                continue
            asks = f"{name} is maintained on {self.as_of}"
            dispute = next(
                (
                    item
                    for item in self.catalog.disputes.values()
                    if item.record == f"{kind}/{record.name}" and item.value == "end_of_life"
                ),
                None,
            )
            ends = (
                [str(claim.value) for claim in dispute.claims]
                if dispute
                else [str(record.values.get("end_of_life", ""))]
            )
            if not ends[0]:
                continue
            over = {self.as_of > date.fromisoformat(end) for end in ends}
            says = f"support of {name} {'ended' if True in over else 'ends'} on {' or '.join(sorted(set(ends)))}"
            facts = (dispute.id,) if dispute else ()
            sources = (
                tuple(sorted({source for claim in dispute.claims for source in claim.sources}))
                if dispute
                else record.sources
            )
            yield Judgement(
                f"{layer}-lifetime", "ENV120", Verdict.DISPUTED if len(over) > 1 else Verdict.SUPPORTED, (layer,),
                layer if kind == "python" else f"{layer}.os", asks,
                says, facts=facts, sources=sources, caveat=says if True in over else "",
            )  # fmt: skip


_STATUS = ["supported", "beta", "maintenance", "ended"]


def _words(attribute: str) -> str:
    return attribute.replace("_", " ")
