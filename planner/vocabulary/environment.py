"""An environment, and the layers in which two of them differ."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from packaging.utils import canonicalize_name

from planner.vocabulary.layer import Layer


@dataclass(frozen=True, slots=True)
class Host:
    """The machine: what the kernel and the driver belong to."""

    os: str | None = None
    kernel: str | None = None
    driver: str | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """The container image: what glibc and Python belong to."""

    os: str | None = None
    base: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Torch:
    """A torch release (`2.14.0`) and its build (`cu126`, `cpu`), split before any range is compared."""

    release: str | None = None
    build: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """How the workload runs: `count` instances, `ranks` processes in all, `batch` samples a rank."""

    instance: str | None = None
    count: int | None = None
    ranks: int | None = None
    batch: int | None = None
    parallelism: tuple[str, ...] = ()
    execution: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    env: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Environment:
    """One place where the workload runs; without an accelerator it is abstract. `None` means not declared.

    `indexes` names the package indexes in use where somebody has said which (`default`, `cu126`, `neuron`, …).
    """

    name: str
    accelerator: str | None = None
    sdk: str | None = None
    arch: str | None = None
    python: str | None = None
    torch: Torch = field(default_factory=Torch)
    host: Host = field(default_factory=Host)
    image: Image = field(default_factory=Image)
    packages: tuple[str, ...] = ()
    run: Run = field(default_factory=Run)
    indexes: tuple[str, ...] = ()


_NAME = re.compile(r"\s*([\w.-]+)")


def package_name(requirement: str) -> str:
    """The normalized name in a requirement line: `Torch_Vision>=1` is `torch-vision`."""
    name = _NAME.match(requirement)
    return canonicalize_name(name[1]) if name else ""


def difference(
    before: Environment, after: Environment, carried: Mapping[str, Layer] | None = None
) -> tuple[Layer, ...]:
    """The layers in which two environments differ, in canonical order.

    A new accelerator is a new platform: its SDK, host, torch build, instance, image base and run options move with it,
    since they cannot be split. `carried` names packages that another layer brings along: a companion that pins torch
    exactly moves with torch, a vendor's own package with the platform. A digest is not a layer.
    """
    platform = before.accelerator != after.accelerator
    changed = {Layer.ACCELERATOR} if platform else set()
    if before.image.os != after.image.os or (not platform and before.image.base != after.image.base):
        changed.add(Layer.IMAGE)
    if before.python != after.python:
        changed.add(Layer.PYTHON)
    if before.torch.release != after.torch.release:
        changed.add(Layer.TORCH)
    if before.run.execution != after.run.execution:
        changed.add(Layer.EXECUTION)
    if _distribution(before.run) != _distribution(after.run):
        changed.add(Layer.DISTRIBUTION)
    if not platform:
        if (before.host, before.run.instance, before.arch) != (after.host, after.run.instance, after.arch):
            changed.add(Layer.HOST)
        if (before.sdk, before.torch.build) != (after.sdk, after.torch.build):
            changed.add(Layer.SDK)
        if (before.run.options, before.run.env) != (after.run.options, after.run.env):
            changed.add(Layer.EXECUTION)
        if before.run.count != after.run.count:
            changed.add(Layer.DISTRIBUTION)
    for requirement in set(before.packages) ^ set(after.packages):
        carrier = (carried or {}).get(package_name(requirement))
        if carrier not in changed:
            changed.add(Layer.PACKAGES)
    return tuple(layer for layer in Layer if layer in changed)


def _distribution(run: Run) -> tuple[int | None, int | None, tuple[str, ...]]:
    return run.ranks, run.batch, run.parallelism
