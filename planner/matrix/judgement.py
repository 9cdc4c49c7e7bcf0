"""Judgements as values."""

from dataclasses import dataclass
from datetime import date

from planner.matrix.evaluate import Row
from planner.vocabulary.environment import Environment
from planner.vocabulary.verdict import Verdict, worst


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to one question. `at` is the key of the environment that it is about, `subject` the package; `facts` are the ids of the facts and disputes it rests on; `caveat` warns of what
    works today and is ending.
    """

    id: str
    rule: str
    verdict: Verdict
    layers: tuple[str, ...]
    at: str
    asks: str
    reason: str
    ways_out: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    status: str = "supported"
    caveat: str = ""
    subject: str = ""
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class BlindSpot:
    """A question that stays open because the environment does not declare something."""

    judgement: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judgements:
    """All that can be said of one environment on one date."""

    environment: Environment
    as_of: date
    judgements: tuple[Judgement, ...]
    blind_spots: tuple[BlindSpot, ...]
    assumed: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst of all answers; unknown where nothing was asked."""
        return worst(judgement.verdict for judgement in self.judgements)
