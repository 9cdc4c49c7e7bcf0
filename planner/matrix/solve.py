"""`solve`: which values all the named accelerators can share, best first, and why each loser lost."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from planner.matrix.judge import Judge
from planner.vocabulary.environment import Environment, Image, Torch
from planner.vocabulary.verdict import Verdict

SHARED = ("torch", "python", "image")
_ORDER = list(Verdict)


@dataclass(frozen=True, slots=True)
class Common:
    """A common ground: the shared values, and for each accelerator the best environment that has them."""

    shared: tuple[tuple[str, str], ...]
    environments: tuple[Environment, ...]
    verdict: Verdict
    weight: int


@dataclass(frozen=True, slots=True)
class Loser:
    """Shared values (perhaps only the first of them) that some accelerator cannot have, and why."""

    shared: tuple[tuple[str, str], ...]
    accelerator: str
    reason: str


@dataclass(frozen=True, slots=True)
class Solution:
    """What was asked, the common grounds, best first, and the losers, newest first."""

    accelerators: tuple[str, ...]
    share: tuple[str, ...]
    found: tuple[Common, ...]
    losers: tuple[Loser, ...]


def solve(accelerators: list[str], share: list[str], judge: Judge) -> Solution:
    """Every combination of shared values, each completed for every accelerator in the best way there is.

    Ranked by the worst verdict, then by weight, then newest first.
    """
    solver = _Solver(accelerators, [layer for layer in SHARED if layer in share], judge)
    found = sorted(
        solver.run(),
        key=lambda one: (-_ORDER.index(one.verdict), one.weight, [_negative(value) for _, value in one.shared]),
    )
    return Solution(tuple(accelerators), tuple(solver.share), tuple(found), tuple(solver.losers))


class _Solver:
    def __init__(self, accelerators: list[str], share: list[str], judge: Judge) -> None:
        self.accelerators = accelerators
        self.share = share
        self.judge = judge
        self.losers: list[Loser] = []
        self.values = {
            layer: self._newest_first(kind)
            for layer, kind in (("torch", "torch"), ("python", "python"), ("image", "os"))
        }

    def run(self) -> Iterator[Common]:
        """All combinations that every accelerator can have."""
        yield from self._choose({}, {accelerator: self._sdks(accelerator) for accelerator in self.accelerators})

    def _choose(self, chosen: dict[str, str], sdks: dict[str, list[str]]) -> Iterator[Common]:
        """Choose the shared layers one after the other, and give up as soon as one accelerator is out of SDKs."""
        left = {}
        for accelerator in self.accelerators:
            left[accelerator] = [
                sdk
                for sdk in sdks[accelerator]
                if self.judge.weigh(self._environment(accelerator, sdk, chosen)) is not None
            ]
            if not left[accelerator]:
                self.losers.append(
                    Loser(tuple(chosen.items()), accelerator, self._reason(accelerator, sdks[accelerator], chosen))
                )
                return
        if len(chosen) < len(self.share):
            layer = self.share[len(chosen)]
            for value in self.values[layer]:
                yield from self._choose({**chosen, layer: value}, left)
            return
        environments = [self._best(accelerator, left[accelerator], chosen) for accelerator in self.accelerators]
        if all(environments):
            whole = [one for one in environments if one]
            verdict = min((self.judge.verdict(one) for one in whole), key=_ORDER.index)
            yield Common(tuple(chosen.items()), tuple(whole), verdict, sum(self.judge.weigh(one) or 0 for one in whole))
        else:
            out = self.accelerators[environments.index(None)]
            self.losers.append(
                Loser(tuple(chosen.items()), out, "no operating system of the catalog is valid with them")
            )

    def _best(self, accelerator: str, sdks: list[str], chosen: dict[str, str]) -> Environment | None:
        """The environment with the best verdict; of equals the newest SDK, then the first operating system."""
        best: tuple[int, Environment] | None = None
        for sdk in sdks:
            base = self._environment(accelerator, sdk, chosen)
            # an operating system adds answers and mends none: the verdict without one is the best there can be
            ceiling = _ORDER.index(self.judge.verdict(base))
            if best and ceiling <= best[0]:
                continue
            for os in (chosen["image"],) if "image" in chosen else self.values["image"]:
                environment = replace(base, image=Image(os))
                rank = _ORDER.index(self.judge.verdict(environment))
                if rank > 0 and (best is None or rank > best[0]):
                    best = (rank, environment)
                if rank == ceiling:
                    break
            if best and best[0] == len(_ORDER) - 1:
                break
        return best[1] if best else None

    def _environment(self, accelerator: str, sdk: str, chosen: dict[str, str]) -> Environment:
        return Environment(
            accelerator,
            accelerator,
            sdk,
            None,
            chosen.get("python"),
            Torch(chosen.get("torch")),
            image=Image(chosen.get("image")),
        )

    def _reason(self, accelerator: str, sdks: list[str], chosen: dict[str, str]) -> str:
        """Why the most promising candidate fails: the one with the fewest answers of no, the newest SDK first."""
        failures = [self.judge.refusals(self._environment(accelerator, sdk, chosen)) for sdk in sdks]
        fewest = min(failures, key=lambda reasons: len(reasons)) if failures else []
        return "; ".join(fewest) or "no SDK of its stack is in the catalog"

    def _sdks(self, accelerator: str) -> list[str]:
        """The SDKs of an accelerator's stack, the newest first."""
        catalog = self.judge.catalog
        stack = catalog.value("accelerator", accelerator, "stack")
        return [record.name for record in reversed(catalog.of_kind("sdk")) if record.values.get("stack") == stack]

    def _newest_first(self, kind: str) -> list[str]:
        names = [record.name for record in reversed(self.judge.catalog.of_kind(kind))]
        # most images are built on Ubuntu: of equals it comes first
        return sorted(names, key=lambda name: not name.startswith("ubuntu"))


def _negative(value: str) -> tuple[int, ...]:
    """A key that puts newer versions first."""
    parts = [part for piece in value.split("-") for part in piece.split(".")]
    return tuple(-int(part) if part.isdigit() else 0 for part in parts)
