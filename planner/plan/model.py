"""A plan as values."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from planner.findings.finding import Finding
from planner.matrix.judgement import Judgements
from planner.matrix.route import Route
from planner.scan.inventory import Inventory
from planner.vocabulary.environment import Environment
from planner.vocabulary.layer import Layer


class StepKind(StrEnum):
    """Who or what carries a step out."""

    RUN = "run"
    RENDER = "render"
    MEASURE = "measure"
    MANUAL = "manual"
    SIGN_OFF = "sign-off"


@dataclass(frozen=True, slots=True)
class Action:
    """What to do, in words, and the command that does it where there is one."""

    text: str
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Apply, verify, revert, verify that it is reverted; or `irreversible`, why, and then how to `restore`.

    An `inert` step only looks: a test, a measurement, a comparison.
    """

    id: str
    kind: StepKind
    title: str
    apply: Action
    verify: Action
    revert: Action | None = None
    verify_reverted: Action | None = None
    irreversible: str = ""
    restore: str = ""
    inert: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a gate; `open` says why it cannot be decided yet, where the manifest sets nothing."""

    name: str
    says: str
    open: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """One layer changed (none where a stage only prepares), and a gate. `environment` is what runs at its end. `minutes_back` is unknown until a rehearsal has measured it."""

    id: str
    title: str
    layers: tuple[Layer, ...]
    environment: Environment
    changes: tuple[str, ...]
    why: tuple[str, ...]
    owner: str
    cost: str
    evidence: str
    steps: tuple[Step, ...]
    gate: tuple[Condition, ...]
    triggers: tuple[str, ...]
    unattributed: str = ""
    minutes_back: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether to go, and what would stop it."""

    verdict: str
    because: tuple[str, ...]
    kill_criteria: tuple[str, ...]
    cost: tuple[str, ...]
    cost_of_leaving: tuple[str, ...]
    capacity: tuple[str, ...]
    last_safe_return: str
    nobody_knows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything `planner plan` writes, before it is written."""

    name: str
    phase: str
    mode: str
    as_of: date
    source: Environment
    target: Environment
    decision: Decision
    stages: tuple[Stage, ...]
    route: Route
    home: Route
    judged_source: Judgements
    judged_target: Judgements
    inventory: Inventory
    accepted: tuple[str, ...]
    blind_spots: tuple[str, ...]
    points_of_no_return: tuple[str, ...]
    findings: tuple[Finding, ...]
    digests: dict[str, str] = field(default_factory=dict)

    @property
    def reversible(self) -> bool:
        """Whether the way home has been found as well."""
        return not self.home.forbidden
