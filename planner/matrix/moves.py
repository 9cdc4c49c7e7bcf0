"""The single-layer changes that can be made to an environment on the way to another."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from planner.catalog.model import Catalog
from planner.vocabulary.environment import Environment, Image, Run, Torch, difference, package_name
from planner.vocabulary.layer import Layer
from planner.vocabulary.ranges import contains, version_key


@dataclass(frozen=True)
class Moves:
    """All changes between two environments: their own values and every value of the catalog that lies between."""

    source: Environment
    target: Environment
    catalog: Catalog
    shared_os: bool

    def layers(self, before: Environment, after: Environment) -> tuple[Layer, ...]:
        """The layers in which two environments on the way differ."""
        layers = difference(before, after, self._carried)
        if Layer.ACCELERATOR in layers and not self.shared_os:
            # no operating system is valid on both platforms: the image's cannot be split from them
            return tuple(layer for layer in layers if layer is not Layer.IMAGE)
        return layers

    def of(self, state: Environment) -> Iterator[tuple[tuple[Layer, ...], Environment]]:
        """Every environment one layer away with that layer, in canonical order."""
        seen = {state}
        for after in self._candidates(state):
            if after not in seen:
                seen.add(after)
                layers = self.layers(state, after)
                if len(layers) == 1:
                    yield layers, after

    def _candidates(self, state: Environment) -> Iterator[Environment]:
        ends = [end for end in (self.source, self.target) if end.accelerator == state.accelerator]
        for end in ends:
            yield replace(state, host=end.host, arch=end.arch, run=replace(state.run, instance=end.run.instance))
        if state.host.driver:
            for driver in self._drivers:
                yield replace(state, host=replace(state.host, driver=driver))
        for image in (*(end.image for end in ends), *(Image(os) for os in self.systems)):
            yield replace(state, image=image)
        for python in self._pythons:
            yield replace(state, python=python)
        for release in self._releases:
            yield self._with_torch(state, release)
        for sdk, build in self._sdks(state, ends):
            yield replace(state, sdk=sdk, torch=Torch(state.torch.release, build))
        for packages in (self.source.packages, self.target.packages):
            yield replace(state, packages=packages)
        yield replace(state, run=replace(state.run, execution="eager"))
        for end in (self.source, self.target):
            like = end.run if end in ends else state.run
            yield replace(
                state, run=replace(state.run, execution=end.run.execution, options=like.options, env=like.env)
            )
            yield replace(state, run=_distributed(state.run, end.run, count=end in ends))
        yield from self._switches(state)

    def _switches(self, state: Environment) -> Iterator[Environment]:
        """The move of the platform: made eager, so that a failure of the compiler is not taken for one of the device."""
        if state.accelerator != self.source.accelerator or state.accelerator == self.target.accelerator:
            return
        if state.run.execution not in ("eager", None):
            return
        target = self.target
        os = state.image.os if self.shared_os else target.image.os
        moved = replace(
            state,
            accelerator=target.accelerator,
            arch=target.arch,
            host=target.host,
            image=target.image if os == target.image.os else Image(os),
            packages=self._repacked(state.packages),
            run=replace(
                state.run, instance=target.run.instance, count=target.run.count, options=target.run.options,
                env=target.run.env,
            ),
        )  # fmt: skip
        for sdk, build in self._sdks(moved, [target]):
            yield replace(moved, sdk=sdk, torch=Torch(state.torch.release, build))

    def _with_torch(self, state: Environment, release: str) -> Environment:
        packages = tuple(sorted(self._repinned(line, release) for line in state.packages))
        return replace(state, torch=Torch(release, state.torch.build), packages=packages)

    def _repinned(self, line: str, release: str) -> str:
        """The requirement with the version that goes with a torch release, where it pins one and the pair is known."""
        name = package_name(line)
        if name not in self._companions or "==" not in line:
            return line
        for fact in self.catalog.facts["package-torch"]:
            if name in fact.about["package"] and contains("torch", fact.allows.get("torch", ("",)), release):
                pinned = fact.about.get("package_version", ("",))[0]
                if pinned.startswith("==") and "*" not in pinned and "," not in pinned:
                    return f"{name}{pinned}"
        return line

    def _repacked(self, packages: Iterable[str]) -> tuple[str, ...]:
        """The packages after the switch: the vendors' own change sides."""
        kept = [line for line in packages if self._carried.get(package_name(line)) is not Layer.ACCELERATOR]
        theirs = [line for line in self.target.packages if self._carried.get(package_name(line)) is Layer.ACCELERATOR]
        return tuple(sorted([*kept, *theirs]))

    @cached_property
    def _companions(self) -> frozenset[str]:
        return frozenset(
            name for fact in self.catalog.facts.get("package-torch", ()) for name in fact.about.get("package", ())
        )

    @cached_property
    def _carried(self) -> Mapping[str, Layer]:
        stacks = {self.catalog.value("accelerator", end.accelerator, "stack") for end in (self.source, self.target)}
        carried = {}
        for name in {package_name(line) for line in (*self.source.packages, *self.target.packages)}:
            runs_on = self.catalog.value("package", name, "stacks")
            if runs_on and not stacks <= set(runs_on):
                carried[name] = Layer.ACCELERATOR
            elif name in self._companions:
                carried[name] = Layer.TORCH
        return carried

    def _sdks(self, state: Environment, ends: Iterable[Environment]) -> Iterator[tuple[str | None, str | None]]:
        yield from ((end.sdk, end.torch.build) for end in ends)
        stack = self.catalog.value("accelerator", state.accelerator, "stack")
        for record in self.catalog.of_kind("sdk"):
            if record.values.get("stack") == stack:
                yield record.name, None

    @cached_property
    def _drivers(self) -> tuple[str, ...]:
        floors = set()
        for fact in self.catalog.facts.get("host-driver", ()):
            for entry in fact.allows.get("driver", ()):
                floors |= {part.removeprefix(">=") for part in entry.split(",") if part.startswith(">=")}
        return tuple(sorted(floors, key=version_key))

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """The operating systems an image may change to on the way: the families of both ends."""
        families = {end.image.os.split("-")[0] for end in (self.source, self.target) if end.image.os}
        return tuple(record.name for record in self.catalog.of_kind("os") if record.name.split("-")[0] in families)

    @cached_property
    def _pythons(self) -> tuple[str, ...]:
        return self._between("python", self.source.python, self.target.python)

    @cached_property
    def _releases(self) -> tuple[str, ...]:
        return self._between("torch", self.source.torch.release, self.target.torch.release)

    def _between(self, kind: str, first: str | None, last: str | None) -> tuple[str, ...]:
        ends = sorted((value for value in (first, last) if value), key=version_key)
        if not ends:
            return ()
        low, high = version_key(ends[0]), version_key(ends[-1])
        names = [record.name for record in self.catalog.of_kind(kind) if low <= version_key(record.name) <= high]
        goal = version_key(last or first or "")
        # nearest to the goal first, so that of equally cheap routes the one with the later stepping stone wins
        return tuple(
            sorted(
                {*ends, *names},
                key=lambda name: (abs(names.index(name) - _rank(names, goal)) if name in names else 0, name),
            )
        )


def _rank(names: list[str], goal: tuple[int, object]) -> int:
    return next((index for index, name in enumerate(names) if version_key(name) == goal), len(names))


def _distributed(run: Run, like: Run, count: bool) -> Run:
    changed = replace(run, ranks=like.ranks, batch=like.batch, parallelism=like.parallelism)
    return replace(changed, count=like.count) if count else changed
