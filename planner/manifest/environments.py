"""The environments a manifest declares, with everything they inherit and nothing they do not say."""

from collections.abc import Mapping
from typing import Any

from planner.catalog.model import Catalog
from planner.manifest.models import Manifest
from planner.vocabulary.environment import Environment, Host, Image, Run, Torch

# how many environments may stand behind one: a chain that nobody could follow is a mistake
MAX_EXTENDS = 32


def environments_of(manifest: Manifest, catalog: Catalog) -> dict[str, Environment]:
    """Every environment by name. Nested mappings merge with those of `extends`; everything else replaces it."""
    inherited = _inherited(manifest)
    return {name: _environment(name, inherited[name], catalog) for name in manifest.environments}


def lineage(name: str, manifest: Manifest) -> list[str]:
    """An environment and those behind it, nearest first, up to a circle, an unknown name, or one more than may be."""
    found = [name]
    while len(found) <= MAX_EXTENDS + 1:
        parent = manifest.environments[found[-1]].extends
        if parent not in manifest.environments or parent in found:
            break
        found.append(parent)
    return found


def _inherited(manifest: Manifest) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name in manifest.environments:
        for each in reversed(lineage(name, manifest)):
            if each not in found:
                model = manifest.environments[each]
                own = model.model_dump(exclude_none=True, exclude_unset=True)
                found[each] = _merge(found[model.extends], own) if model.extends else own
    return found


def _merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**base, **own}
    for key in base.keys() & own.keys():
        if isinstance(base[key], dict) and isinstance(own[key], dict):
            merged[key] = _merge(base[key], own[key])
    return merged


def _environment(name: str, values: Mapping[str, Any], catalog: Catalog) -> Environment:
    spelled = values.get("accelerator")
    accelerator = catalog.aliases[spelled.lower()] if spelled else None
    stack = catalog.value("accelerator", accelerator, "stack")
    run = dict(values.get("run", {}))
    return Environment(
        name=name,
        accelerator=accelerator,
        # a stack with one SDK, the CPU's, needs none named
        sdk=values.get("sdk") or (stack if catalog.record("sdk", stack) else None),
        arch=_arch(values, stack, catalog),
        python=values.get("python"),
        torch=_torch(values.get("torch")),
        host=Host(**values.get("host", {})),
        image=Image(**values.get("image", {})),
        packages=tuple(sorted(values.get("packages") or ())),
        run=Run(
            **{
                **run,
                "parallelism": tuple(run.get("parallelism", ())),
                "options": tuple(sorted(run.get("options", {}).items())),
                "env": tuple(sorted(run.get("env", {}).items())),
            }
        ),
    )


def _arch(values: Mapping[str, Any], stack: str | None, catalog: Catalog) -> str | None:
    """The architecture as facts spell it: one processor is `arm64` on Apple's machines and `aarch64` elsewhere."""
    arch: str | None = values.get("arch")
    if arch not in ("arm64", "aarch64"):
        return arch
    is_apple = stack == "mps" or catalog.value("os", values.get("image", {}).get("os"), "platform") == "macos"
    return "arm64" if is_apple else "aarch64"


def _torch(value: str | Mapping[str, str] | None) -> Torch:
    if value is None:
        return Torch()
    if isinstance(value, str):
        release, _, build = value.partition("+")
        return Torch(release, build or None)
    release, _, build = value["release"].partition("+")
    return Torch(release, value.get("build") or build or None)
