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
        self._prepared = {
            constraint.id: [
                (_Ranges(fact.about), _Ranges(fact.allows), fact) for fact in catalog.facts.get(constraint.id, ())
            ]
            for constraint in catalog.constraints.values()
        }

    def evaluate(self, constraint: Constraint, attributes: Attributes) -> Evaluation | None:
        """The evaluation, or nothing where the constraint does not apply."""
        get = attributes.get
        key = (constraint.id, tuple([get(name) for name in self._reads[constraint.id]]))
        try:
            return self._known[key]
        except KeyError:
            evaluation = self._known[key] = self._evaluate(constraint, attributes)
            return evaluation

    def _evaluate(self, constraint: Constraint, attributes: Attributes) -> Evaluation | None:
        if not _about(constraint.applies, attributes):
            return None
        if missing := tuple(name for name in constraint.needs if name not in attributes):
            undeclared = tuple(name for name in missing if DERIVED.get(name, name) not in attributes)
            return Evaluation(Verdict.UNKNOWN, (), undeclared, () if undeclared else missing)
        rows = [
            _fact(fact, allows, attributes)
            for about, allows, fact in self._prepared[constraint.id]
            if about.hold(attributes)
        ]
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


class _Ranges:
    """Ranges that remember what they answered: one search asks each of them about few values, many times."""

    __slots__ = ("answers", "ranges")

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = tuple(ranges.items())
        self.answers: dict[tuple[str, str], bool] = {}

    def hold(self, attributes: Attributes) -> bool:
        """Whether every attribute is declared and in its range."""
        for name, allowed in self.ranges:
            value = attributes.get(name)
            if value is None or not self._contains(name, allowed, value):
                return False
        return True

    def refused(self, attributes: Attributes) -> tuple[str, ...]:
        """The declared attributes that are out of their range."""
        return tuple(
            name
            for name, allowed in self.ranges
            if name in attributes and not self._contains(name, allowed, attributes[name])
        )

    def silent(self, attributes: Attributes) -> tuple[str, ...]:
        """The attributes that are not declared."""
        return tuple(sorted(name for name, _ in self.ranges if name not in attributes))

    def _contains(self, name: str, allowed: tuple[str, ...], value: str) -> bool:
        answer = self.answers.get((name, value))
        if answer is None:
            answer = self.answers[name, value] = contains(name, allowed, value)
        return answer


def _fact(fact: Fact, allows: _Ranges, attributes: Attributes) -> Row:
    if refused := allows.refused(attributes):
        return Row(fact, None, Verdict(fact.otherwise), refused)
    silent = allows.silent(attributes)
    return Row(fact, None, Verdict.UNKNOWN if silent else Verdict.SUPPORTED, silent)


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
    allows = _Ranges(claim.allows)
    if allows.refused(attributes):
        return Verdict.UNSUPPORTED
    return Verdict.UNKNOWN if allows.silent(attributes) else Verdict.SUPPORTED


def _about(ranges: Ranges, attributes: Attributes) -> bool:
    return _Ranges(ranges).hold(attributes)
