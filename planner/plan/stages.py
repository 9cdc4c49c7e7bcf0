"""The stages of a plan: the opening, one stage per move of the route, the code, the kernels, going live."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from planner.manifest.models import Manifest
from planner.matrix.route import Move, Route
from planner.plan.effort import Effort, implementation_files
from planner.plan.model import Stage
from planner.plan.texts import filled, gate_of, stage_specs, steps_of
from planner.plan.values import Wording
from planner.scan.inventory import Inventory
from planner.vocabulary.environment import Environment
from planner.vocabulary.layer import Layer

_SHOWN_KERNELS = 12


@dataclass(frozen=True, slots=True)
class _Place:
    """What runs at some point of the plan, and the folder of the bundle that holds its image and configuration."""

    environment: Environment
    folder: str


@dataclass(frozen=True)
class StageWriter:
    """Writes the stages of one plan."""

    manifest: Manifest
    route: Route
    inventory: Inventory
    wording: Wording
    effort: Effort
    target_stack: str

    def stages(self) -> tuple[Stage, ...]:
        """All stages in order, those that do not apply left out."""
        return tuple(_unique(self._stages()))

    def _stages(self) -> Iterator[Stage]:
        here = _Place(self.route.source, self.route.source.name)
        for id in ("spike", "baseline", "readiness"):
            yield self._stage(id, here)
        before, switch, after = _split(self.route.moves)
        for move in before:
            if not set(move.layers) & {Layer.EXECUTION, Layer.DISTRIBUTION}:
                stage = self._common_ground(move)
                yield stage
                here = _Place(move.after, stage.id)
        if self.effort.occurrences:
            yield self._stage(
                "portable-code", here, layers=(Layer.CODE,), why=(f"the scan found {self.effort.places}",)
            )
        if self.manifest.kernels or self.inventory.kernels:
            yield self._stage("isolated-kernels", here, layers=(Layer.KERNELS,), kernels=self._kernels())
        for move in before:
            if set(move.layers) & {Layer.EXECUTION, Layer.DISTRIBUTION}:
                stage = self._run_layer(move, self.route.source)
                yield stage
                here = _Place(move.after, stage.id)
        if switch:
            yield self._stage("switch", switch.after, move=switch)
            here = _Place(switch.after, "switch")
        for move in after:
            stage = self._after_switch(move)
            yield stage
            here = _Place(move.after, stage.id)
        for kernel in self.manifest.kernels:
            if self.target_stack in kernel.implementations:
                yield self._stage(
                    "kernel", here, id=f"kernel-{kernel.name}", layers=(Layer.KERNELS,), kernel=kernel.name,
                    stack=self.target_stack,
                )  # fmt: skip
        for spec in stage_specs().values():
            if spec.get("phase") == self.manifest.workload.phase or spec.get("mode") == self._mode:
                layers = (Layer.TRAFFIC,) if spec["id"] in ("canary", "cutover") else ()
                yield self._stage(spec["id"], here, layers=layers)

    @property
    def _mode(self) -> str:
        return self.manifest.migration.mode if self.manifest.migration else "move"

    def _common_ground(self, move: Move) -> Stage:
        goal = "-".join(layer for layer in move.layers)
        return self._stage("common-ground", move.after, move=move, id=f"common-ground-{goal}-{_goal(move)}".rstrip("-"))

    def _run_layer(self, move: Move, place: Environment) -> Stage:
        if move.layers == (Layer.EXECUTION,) and move.after.run.execution == "eager":
            return self._stage("eager-reference", move.after, move=move)
        return self._stage("distribution", move.after, move=move, place=place.name)

    def _after_switch(self, move: Move) -> Stage:
        target = self.route.target
        if move.layers == (Layer.EXECUTION,) and move.after.run.execution == "compiled":
            return self._stage("compile", move.after, move=move)
        if move.layers == (Layer.DISTRIBUTION,):
            return self._stage("distribution", move.after, move=move, place=target.name)
        goal = "-".join(layer for layer in move.layers)
        return self._stage("after-switch", move.after, move=move, id=f"after-switch-{goal}-{_goal(move)}".rstrip("-"))

    def _stage(
        self, spec_id: str, here: Environment | _Place, *, id: str = "", move: Move | None = None,
        layers: tuple[Layer, ...] = (), why: tuple[str, ...] = (), **more: str,
    ) -> Stage:  # fmt: skip
        spec = stage_specs()[spec_id]
        layers = move.layers if move else layers
        place = here if isinstance(here, _Place) else _Place(here, id or spec_id)
        values = {
            **self.wording.values,
            "change": _title(move) if move else "",
            "changes": "; ".join(move.changes) if move else "",
            "layer": ", ".join(layers),
            "place": self.route.source.name,
            "folder": place.folder,
            **more,
        }
        unattributed = (
            f"{' and '.join(layers)} change together: a gain or loss belongs to neither alone"
            if len(layers) > 1
            else ""
        )
        return Stage(
            id=id or spec_id,
            title=filled(spec["title"], values),
            layers=layers,
            environment=place.environment,
            changes=move.changes if move else (),
            why=(filled(spec["purpose"], values), *why),
            owner=self.manifest.operations.owners.get(spec["owner"], f"nobody is named for {spec['owner']}"),
            cost=filled(spec["cost"], values),
            evidence=spec["evidence"],
            steps=steps_of(spec, values, self._commands(place.folder)),
            gate=gate_of(spec, values, self.wording.unset),
            triggers=tuple(filled(trigger, values) for trigger in spec["triggers"]),
            unattributed=unattributed,
        )

    def _commands(self, folder: str) -> Mapping[str, tuple[str, ...]]:
        workload = self.manifest.workload
        return {
            "workload": ("bash", f"config/{folder}/launch.sh") if workload.command else (),
            "tests": tuple(workload.tests or ()),
        }

    def _kernels(self) -> str:
        declared = [f"{kernel.name} (declared)" for kernel in self.manifest.kernels]
        own = implementation_files(self.manifest)
        seen = [
            f"{kernel.name} ({kernel.language}, {kernel.position}{', reached behind a test' if kernel.guarded else ''})"
            for kernel in self.inventory.kernels
            if kernel.position.path not in own
        ]
        rest = len(seen) - _SHOWN_KERNELS
        return "; ".join([*declared, *seen[:_SHOWN_KERNELS]]) + (f"; and {rest} more in plan.json" if rest > 0 else "")


def _split(moves: tuple[Move, ...]) -> tuple[list[Move], Move | None, list[Move]]:
    """The moves before the switch of the platform, the switch, and those after it."""
    for index, move in enumerate(moves):
        if Layer.ACCELERATOR in move.layers:
            return list(moves[:index]), move, list(moves[index + 1 :])
    return list(moves), None, []


def _title(move: Move) -> str:
    """A move in a few words: what it changes and to what."""
    names = {"torch": "torch", "python": "Python", "image os": "image", "sdk": "SDK", "driver": "host driver"}
    changes = [change for change in move.changes if not change.endswith(" → not declared")] or move.changes
    parts = [change.partition(": ") for change in changes]
    said = [f"{names.get(name, name)} {change.replace('not declared → ', 'set to ')}" for name, _, change in parts]
    return ", ".join(said[:2]) + (" and more" if len(said) > 2 else "")


def _goal(move: Move) -> str:
    """The value that a move leads to, for its id: stable when other stages come or go."""
    after = move.after
    values = {
        Layer.HOST: after.host.driver or after.host.os,
        Layer.IMAGE: after.image.os,
        Layer.PYTHON: after.python,
        Layer.TORCH: after.torch.release,
        Layer.SDK: after.sdk,
    }
    return "-".join(value for layer in move.layers if (value := values.get(layer)))


def _unique(stages: Iterator[Stage]) -> Iterator[Stage]:
    seen: dict[str, int] = {}
    for stage in stages:
        seen[stage.id] = seen.get(stage.id, 0) + 1
        yield stage if seen[stage.id] == 1 else replace(stage, id=f"{stage.id}-{seen[stage.id]}")
