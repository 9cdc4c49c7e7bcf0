"""What a scan finds, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from planner.readers.requirements import Wanted
from planner.readers.tree import Skipped
from planner.vocabulary.position import Position


class CouplingClass(StrEnum):
    """How tightly a place is tied to an accelerator."""

    BOUND = "bound"
    GUARDED = "guarded"
    PORTABLE = "portable"


@dataclass(frozen=True, slots=True)
class Coupling:
    """A place that ties the project to an accelerator. `effects` says what the unchanged code does on each target;
    `finding` is false where the place is worth knowing and nothing is wrong with it; `within` is the function or class
    of a Python file that holds it.
    """

    rule: str
    symbol: str
    cls: CouplingClass
    position: Position
    effects: Mapping[str, str]
    says: str
    replacement: str
    effort: str
    confidence: str = "high"
    sources: tuple[str, ...] = ()
    finding: bool = True
    within: str = ""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A device-specific computation, and whether the scan saw another way round it."""

    name: str
    language: str
    position: Position
    guarded: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """One thing a repository says about its environment: `key` is `python`, `torch`, `base image` or a package."""

    key: str
    value: str
    position: Position


@dataclass(frozen=True, slots=True)
class Inventory:
    """Everything a scan found, sorted by place; of the `files`, those `examined` are of kinds the scan looks into, and those
    `commented` hold a comment for the planner.
    """

    couplings: tuple[Coupling, ...]
    kernels: tuple[Kernel, ...]
    declared: tuple[Declared, ...]
    packages: tuple[Wanted, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]
    files: int
    examined: int
    digest: str
    commented: tuple[str, ...] = ()
