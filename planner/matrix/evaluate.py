"""One constraint on one set of attributes: which facts speak of it, which allow it, and the verdict that follows."""

from collections.abc import Mapping
from dataclasses import dataclass

from planner.catalog.model import Catalog
from planner.matrix.attributes import DERIVED, Attributes
from planner.vocabulary.facts import Claim, Constraint, Dispute, Fact
from planner.vocabulary.ranges import contains
from planner.vocabulary.verdict import Verdict, worst

Ranges = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Row:
    """A candidate: a fact with the attributes it refuses, or the claims of a dispute that speak here, and the verdict."""

    fact: Fact | None
    dispute: Dispute | None
    verdict: Verdict
    refused: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def id(self) -> str:
        """The id of the fact or the dispute."""
        return self.fact.id if self.fact else self.dispute.id if self.dispute else ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the sources that speak here."""
        if self.fact:
            return self.fact.sources
        return tuple(id for claim in (self.dispute.claims if self.dispute else ()) for id in claim.sources)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The verdict of a constraint and the rows it rests on. `missing` names needed attributes that the environment does
    not declare, `underived` those that the catalog cannot derive from what it declares.
    """

    verdict: Verdict
    rows: tuple[Row, ...]
    missing: tuple[str, ...] = ()
    underived: tuple[str, ...] = ()


class Evaluator:
    """Evaluates constraints against a catalog, each distinct question once: a search asks the same ones over and over."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._known: dict[tuple[str, tuple[str | None, ...]], Evaluation | None] = {}
        self._reads = {constraint.id: self._attributes_of(constraint) for constraint in catalog.constraints.values()}

    def evaluate(self, constraint: Constraint, attributes: Attributes) -> Evaluation | None:
        """The evaluation, or nothing where the constraint does not apply."""
        key = (constraint.id, tuple(attributes.get(name) for name in self._reads[constraint.id]))
        if key not in self._known:
            self._known[key] = self._evaluate(constraint, attributes)
        return self._known[key]

    def _evaluate(self, constraint: Constraint, attributes: Attributes) -> Evaluation | None:
        if not _about(constraint.applies, attributes):
            return None
        if missing := tuple(name for name in constraint.needs if name not in attributes):
            undeclared = tuple(name for name in missing if DERIVED.get(name, name) not in attributes)
            return Evaluation(Verdict.UNKNOWN, (), undeclared, () if undeclared else missing)
        rows = [row for fact in self.catalog.facts.get(constraint.id, ()) if (row := _fact(fact, attributes))]
        rows += [
            row for dispute in self.catalog.disputes_of.get(constraint.id, ()) if (row := _dispute(dispute, attributes))
        ]
        return Evaluation(worst(row.verdict for row in rows), tuple(rows))

    def _attributes_of(self, constraint: Constraint) -> tuple[str, ...]:
        names = {*constraint.needs, *constraint.applies}
        for fact in self.catalog.facts.get(constraint.id, ()):
            names |= fact.about.keys() | fact.allows.keys()
        for dispute in self.catalog.disputes_of.get(constraint.id, ()):
            for claim in dispute.claims:
                names |= claim.about.keys() | claim.allows.keys()
        return tuple(sorted(names))


def _fact(fact: Fact, attributes: Attributes) -> Row | None:
    if not _about(fact.about, attributes):
        return None
    refused = _refused(fact.allows, attributes)
    if refused:
        return Row(fact, None, Verdict(fact.otherwise), refused)
    silent = fact.allows.keys() - attributes.keys()
    return Row(fact, None, Verdict.UNKNOWN if silent else Verdict.SUPPORTED, tuple(sorted(silent)))


def _dispute(dispute: Dispute, attributes: Attributes) -> Row | None:
    answers = [(claim, answer) for claim in dispute.claims if (answer := _claim(claim, attributes))]
    if not answers:
        return None
    verdicts = {answer for _, answer in answers}
    claims = tuple(claim for claim, _ in answers)
    return Row(None, dispute, verdicts.pop() if len(verdicts) == 1 else Verdict.DISPUTED, claims=claims)


def _claim(claim: Claim, attributes: Attributes) -> Verdict | None:
    if not claim.allows or not _about(claim.about, attributes):
        return None
    return Verdict.UNSUPPORTED if _refused(claim.allows, attributes) else Verdict.SUPPORTED


def _about(ranges: Ranges, attributes: Attributes) -> bool:
    return all(name in attributes and contains(name, allowed, attributes[name]) for name, allowed in ranges.items())


def _refused(ranges: Ranges, attributes: Attributes) -> tuple[str, ...]:
    return tuple(
        name for name, allowed in ranges.items() if name in attributes and not contains(name, allowed, attributes[name])
    )
