"""The environments a manifest declares, with everything they inherit and nothing they do not say."""

from collections.abc import Mapping
from typing import Any

from planner.catalog.model import Catalog
from planner.manifest.models import Manifest
from planner.vocabulary.environment import Environment, Host, Image, Run, Torch


def environments_of(manifest: Manifest, catalog: Catalog) -> dict[str, Environment]:
    """Every environment by name. Nested mappings merge with those of `extends`; everything else replaces it."""
    return {name: _environment(name, _inherited(name, manifest), catalog) for name in manifest.environments}


def _inherited(name: str, manifest: Manifest) -> dict[str, Any]:
    model = manifest.environments[name]
    own = model.model_dump(exclude_none=True, exclude_unset=True)
    return _merge(_inherited(model.extends, manifest), own) if model.extends else own


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
        arch=values.get("arch"),
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


def _torch(value: str | Mapping[str, str] | None) -> Torch:
    if value is None:
        return Torch()
    if isinstance(value, str):
        release, _, build = value.partition("+")
        return Torch(release, build or None)
    release, _, build = value["release"].partition("+")
    return Torch(release, value.get("build") or build or None)
