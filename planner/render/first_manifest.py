"""The first manifest of a repository: what it declares, with the place that says so, and what it leaves open."""

import re
from dataclasses import dataclass

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from planner.catalog.model import Catalog
from planner.readers.requirements import Wanted
from planner.readers.tree import Tree
from planner.render.templates import render_template
from planner.scan.inventory import Declared, Inventory

_REFERENCE = re.compile(r"[a-z0-9][a-zA-Z0-9._:/-]*[a-zA-Z0-9](@sha256:[0-9a-f]{64})?")
_CUDA_BASE = re.compile(r"(?:^|/)(?:nvidia/cuda:|cuda:)(\d+\.\d+)")
_OS_IN_BASE = re.compile(r"ubuntu-?(\d\d\.\d\d)")
_TRAINING = re.compile(r"(^|/)(train|finetune|pretrain)[^/]*\.py$")
_CONDA_CUDA = {"cudatoolkit", "cuda-toolkit", "pytorch-cuda"}
_TOOLS = {
    "setuptools",
    "wheel",
    "pip",
    "pytest",
    "ruff",
    "mypy",
    "black",
    "flake8",
    "isort",
    "torch",
    "pytorch",
    *_CONDA_CUDA,
}


@dataclass(frozen=True, slots=True)
class Said:
    """A value with what the repository says about it; without a value it is open."""

    value: str | None
    remark: str


@dataclass(frozen=True, slots=True)
class FirstEnvironment:
    """An environment to be declared: `values` holds key, what is said of it, and an example where it is open."""

    name: str
    accelerator: str
    values: tuple[tuple[str, Said, str], ...]
    image: dict[str, str]
    image_remark: str


def first_manifest(name: str, inventory: Inventory, tree: Tree, accelerators: list[str], catalog: Catalog) -> bytes:
    """A commented `planner.yaml`: the first accelerator is where the project runs today, and gets what it declares."""
    scripts = sorted((path for path in tree.files if _TRAINING.search(path)), key=lambda path: (path.count("/"), path))
    today, *others = accelerators or [""]
    return render_template(
        "manifest/planner.yaml.j2",
        name=re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "project",
        phase="training" if scripts else "inference",
        scripts=scripts,
        has_tests=any(path.startswith("tests/") for path in tree.files),
        packages=_packages(inventory.packages, catalog),
        environments=[_today(today, inventory, catalog), *(_target(accelerator, catalog) for accelerator in others)],
    )


def _today(accelerator: str, inventory: Inventory, catalog: Catalog) -> FirstEnvironment:
    os, base = _image_os(inventory), _base(inventory)
    image = {key: said.value for key, said in (("os", os), ("base", base)) if said and said.value}
    values = (
        ("sdk", _sdk(accelerator, inventory, catalog), "cuda-13.0"),
        ("python", _python(inventory), '"3.12"'),
        ("torch", _torch(inventory), "2.14.0"),
    )
    return FirstEnvironment(_name(accelerator) or "today", accelerator, values, image, os.remark)


def _target(accelerator: str, catalog: Catalog) -> FirstEnvironment:
    open_ = Said(None, f"what {accelerator} will run; `planner matrix explain` tells what goes with what")
    values = (("sdk", _newest_sdks(accelerator, catalog), "…"), ("python", open_, '"3.12"'), ("torch", open_, "2.14.0"))
    return FirstEnvironment(_name(accelerator), accelerator, values, {}, open_.remark)


def _name(accelerator: str) -> str:
    return accelerator.partition("-")[2] or accelerator


def _python(inventory: Inventory) -> Said:
    found = [item for item in inventory.declared if item.key == "python"]
    return _pinned(found, "python", parts=2)


def _torch(inventory: Inventory) -> Said:
    found = [item for item in inventory.declared if item.key == "torch"]
    return _pinned(found, "torch", parts=3)


def _pinned(found: list[Declared], what: str, parts: int) -> Said:
    """The one version that is pinned exactly; a range or several pins stay open."""
    if not found:
        return Said(None, f"no file of this repository says which {what} it needs")
    said = "; ".join(dict.fromkeys(f"{item.value or 'any version'} ({item.position})" for item in found))
    pins = {pin for item in found if (pin := _exact(item.value, parts))}
    if len(pins) == 1:
        return Said(pins.pop(), f"declared: {said}")
    return Said(None, f"declared, but no single version: {said}")


def _exact(versions: str, parts: int) -> str | None:
    try:
        specifiers = list(SpecifierSet(versions))
    except InvalidSpecifier:
        return None
    pins = [item.version for item in specifiers if item.operator == "=="]
    if len(pins) != 1:
        return None
    numbers = pins[0].removesuffix(".*").partition("+")[0].split(".")
    wild = pins[0].endswith(".*")
    if wild and len(numbers) < parts:
        return None
    return ".".join(numbers[:parts]) if parts == 2 else ".".join(numbers)


def _image_os(inventory: Inventory) -> Said:
    bases = [item for item in inventory.declared if item.key == "base image"]
    if not bases:
        return Said(None, "no Dockerfile of this repository names a base image")
    said = "; ".join(f"{item.value} ({item.position})" for item in bases)
    found = {match[1] for item in bases if (match := _OS_IN_BASE.search(item.value))}
    if len(found) == 1:
        return Said(f"ubuntu-{found.pop()}", f"read from the base image {said}")
    return Said(None, f"the base image does not say its operating system: {said}")


def _sdk(accelerator: str, inventory: Inventory, catalog: Catalog) -> Said:
    said = {match[1]: item.position for item in inventory.declared if (match := _CUDA_BASE.search(item.value))} | {
        version: item.position
        for item in inventory.packages
        if item.name in _CONDA_CUDA and (version := _exact(item.versions, parts=2))
    }
    if catalog.value("accelerator", accelerator, "stack") in ("cuda", None) and len(said) == 1:
        version, position = next(iter(said.items()))
        return Said(f"cuda-{version}", f"declared: {position}")
    return _newest_sdks(accelerator, catalog)


def _newest_sdks(accelerator: str, catalog: Catalog) -> Said:
    stack = catalog.value("accelerator", accelerator, "stack")
    if stack is None:
        return Said(None, "which SDKs there are depends on the accelerator")
    if catalog.record("sdk", stack):
        return Said(str(stack), f"the only SDK of {stack}")
    known = [record.name for record in catalog.of_kind("sdk") if record.values.get("stack") == stack]
    return Said(None, f"the newest SDKs the catalog knows for {stack}: {', '.join(known[-4:]) or 'none'}")


def _base(inventory: Inventory) -> Said | None:
    """The image that today's container begins from: the last one its Dockerfile names, where it can be named again."""
    bases = [item for item in inventory.declared if item.key == "base image"]
    if bases and len({item.position.path for item in bases}) == 1 and _REFERENCE.fullmatch(bases[-1].value):
        return Said(bases[-1].value, f"declared: {bases[-1].position}")
    return None


def _packages(wanted: tuple[Wanted, ...], catalog: Catalog) -> list[tuple[str, str, bool]]:
    """Packages asked for, each once, with its place and whether the catalog has facts about it."""
    found: dict[str, tuple[str, str, bool]] = {}
    for item in wanted:
        line = f"{item.name}{item.versions}" + (f"; {item.marker}" if item.marker else "")
        if item.name not in _TOOLS and item.name not in found:
            found[item.name] = (line, str(item.position), catalog.record("package", item.name) is not None)
    return sorted(found.values())
