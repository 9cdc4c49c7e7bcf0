"""Environments from what files say: one for each group (an extra) and each device; what they leave open stays open."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from packaging.markers import InvalidMarker, Marker, UndefinedComparison, UndefinedEnvironmentName
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from planner.catalog.model import Catalog
from planner.matrix.attributes import default_build, is_torch_index, project
from planner.matrix.evaluate import Evaluator
from planner.matrix.tags import accelerator_named, image_says
from planner.readers.observed import Observed
from planner.vocabulary.environment import Environment, Host, Image, Run, Torch, package_name
from planner.vocabulary.position import InputError, Position, Problem
from planner.vocabulary.verdict import Verdict

# stacks whose SDK is part of torch's own build
_IN_TREE = {"cuda", "rocm", "cpu"}

# what an installer looks at before it takes a release
_INSTALLS = ("torch-python", "torch-glibc")

# the Pythons a marker is tried with where none is known
_PYTHONS = tuple(f"3.{minor}" for minor in range(8, 16))

# the statements that say a layer of an environment
_SAID_BY = (("image", "base image"), ("host", "driver"), ("sdk", "index"), ("run", "variable"))


@dataclass(frozen=True, slots=True)
class Seen:
    """An environment read from files, where each layer is said, and what was concluded on the way."""

    environment: Environment
    positions: Mapping[str, Position]
    notes: tuple[str, ...]


def environments_seen(observed: list[Observed], given: Mapping[str, str], catalog: Catalog) -> list[Seen]:
    """The environments that statements describe; `given` overrides them (`accelerator`, `python`, `image.os`, `arch`, …).

    Raises:
        InputError: two requirements contradict each other; both lines are named.
    """
    groups = sorted({item.group for item in observed if item.group}) or [""]
    devices = [given["accelerator"]] if "accelerator" in given else _devices(observed, catalog) or [None]
    found = []
    for group in groups:
        for device in devices:
            machine = _machine(device, observed, given, catalog)
            statements = [item for item in observed if item.group in ("", group) and _is_for(item.marker, machine)]
            name = "-".join(part for part in (group, device if len(devices) > 1 else "") if part) or "read"
            found.append(_seen(name, statements, device, given, catalog))
    return found


def _machine(
    device: str | None, observed: Iterable[Observed], given: Mapping[str, str], catalog: Catalog
) -> dict[str, str]:
    """The machine as markers of packages speak of it; without a Python where none is known."""
    said = {item.key: item.value for item in observed if item.key in ("python", "arch")} | dict(given)
    apple = catalog.value("accelerator", device, "stack") == "mps"
    arch = said.get("arch") or catalog.value("accelerator", device, "host_arch") or ("arm64" if apple else "x86_64")
    python = (
        {"python_version": said["python"], "python_full_version": f"{said['python']}.0"} if "python" in said else {}
    )
    return {
        "sys_platform": "darwin" if apple else "linux", "platform_system": "Darwin" if apple else "Linux",
        "os_name": "posix", "platform_machine": str(arch), "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "extra": "", **python,
    }  # fmt: skip


def _is_for(marker: str, machine: Mapping[str, str]) -> bool:
    """Whether a marker lets a statement hold on a machine; a marker nobody can read limits nothing."""
    try:
        read = Marker(marker) if marker else None
        if read is None:
            return True
        pythons = [{}] if "python_version" in machine else [{"python_version": python} for python in _PYTHONS]
        return any(read.evaluate({**machine, **python}) for python in pythons)
    except (InvalidMarker, UndefinedComparison, UndefinedEnvironmentName):
        return True


def _devices(observed: Iterable[Observed], catalog: Catalog) -> list[str | None]:
    names = [accelerator_named(item.value, catalog) or item.value for item in observed if item.key == "accelerator"]
    return list(dict.fromkeys(names))


def _seen(
    name: str, statements: list[Observed], device: str | None, given: Mapping[str, str], catalog: Catalog
) -> Seen:
    notes = [f"{item.position}: {item.value}" for item in statements if item.key == "note"]
    first = {item.key: item for item in reversed(statements)}
    positions = {key: item.position for key, item in first.items()}
    base = first["base image"].value if "base image" in first else None
    read = image_says(base, catalog) if base else None
    record, tag = read or (None, {})
    os = given.get("image.os") or tag.get("os") or _value(first, "os")
    python = given.get("python") or tag.get("python") or _value(first, "python")
    if python == "system":
        python = catalog.value("os", os, "python")
        notes.append(f"the distribution's own Python: {python or f'the catalog does not know that of {os}'}")
    instance = given.get("run.instance") or _value(first, "instance")
    if device is None and instance:
        device = catalog.value("instance", instance, "accelerator")
    wanted = _torch_wanted(statements)
    labels = tuple(dict.fromkeys(item.value for item in statements if item.key == "index"))
    environment = Environment(
        name=name,
        accelerator=catalog.aliases.get(device.lower(), device) if device else None,
        sdk=given.get("sdk") or tag.get("sdk"),
        arch=given.get("arch") or _value(first, "arch"),
        python=python,
        image=Image(os, base),
        host=Host(driver=given.get("host.driver") or _value(first, "driver")),
        packages=tuple(sorted({item.value for item in statements if item.key == "package"}, key=package_name)),
        run=Run(instance=instance, env=_variables(statements), options=_lnc(first)),
        indexes=labels,
    )
    vendor = bool(record and record.values.get("vendor"))
    environment = _with_torch(environment, wanted, tag if vendor else {}, notes, catalog)
    environment = _with_python(environment, _value(first, "requires python"), notes, catalog)
    positions |= {package_name(item.value): item.position for item in statements if item.key == "package"}
    for layer, key in _SAID_BY:
        if key in first:
            positions[layer] = first[key].position
    return Seen(environment, positions, tuple(notes))


def _with_torch(
    environment: Environment, wanted: SpecifierSet | None, vendor: Mapping[str, str], notes: list[str], catalog: Catalog
) -> Environment:
    """The environment with the torch that an installer would put there, and the SDK that belongs to its build."""
    brought = vendor.get("torch")
    # a vendor's torch may be a pre-release of the version in its tag, which `==` and `>=` do not accept
    installed = vendor.get("installed", brought)
    if wanted is None or (installed and wanted.contains(installed, prereleases=True)):
        own = replace(environment, torch=Torch(brought, catalog.value("sdk", environment.sdk, "build")))
        return replace(own, indexes=()) if brought else own
    if brought:
        notes.append(
            f"the image brings the vendor's torch {installed}; torch{wanted} is not met by it, so the installer replaces it"
        )
    if "nightly" in environment.indexes:
        notes.append("a nightly index gives what was built last night: no release, so nothing is known of it")
        return replace(environment, torch=Torch("nightly"))
    release, explicit = _pinned(wanted)
    releases = [release] if release else [
        record.name for record in reversed(catalog.of_kind("torch")) if wanted.contains(record.name)
    ]  # fmt: skip
    offers = [offer for name in releases for offer in _offers(environment, name, catalog)]
    if not release:
        offers = [offer for offer in offers if not _refused(offer, _INSTALLS, catalog)] or offers
    # where no index has what is asked for, the answer must say so of the first of them
    labels = [label for label in environment.indexes if is_torch_index(label)]
    nowhere = replace(environment, torch=Torch(releases[0] if releases else None, labels[0] if labels else None))
    chosen = offers[0] if offers else nowhere
    if not release:
        notes.append(
            f"torch{wanted}: the newest release the catalog knows in this range that can be installed here, {chosen.torch.release or 'none'}, is what installs"
        )
    if explicit:
        chosen = replace(environment, torch=Torch(release, explicit))
    elif chosen.torch.build:
        label = chosen.indexes[0] if chosen.indexes else "default"
        notes.append(f"the index {label} gives the {chosen.torch.build} build of torch {chosen.torch.release}")
    chosen = replace(chosen, indexes=environment.indexes)
    return chosen if chosen.sdk else replace(chosen, sdk=_sdk_of(chosen.torch.build, chosen.accelerator, catalog))


def _offers(environment: Environment, release: str, catalog: Catalog) -> list[Environment]:
    """A release as each index offers it, the one that an installer takes first: at equal versions a local one is higher."""
    # an index of torch's own builds comes first, then the public one; any other offers no build that is known by its name
    named = [label for label in environment.indexes if is_torch_index(label)]
    rest = [label for label in environment.indexes if label not in named]
    labels = [*named, *(["default"] if "default" in rest else rest or ["default"] if not named else [])]
    found = []
    for label in labels:
        asked = {**project(environment, catalog).attributes, "torch": release}
        build = default_build(asked, catalog) if label == "default" else label if label in named else None
        offer = replace(environment, torch=Torch(release, build), indexes=(label,))
        sdk = _sdk_of(build, offer.accelerator, catalog)
        if label not in named or not _refused(replace(offer, sdk=sdk), ("sdk-torch",), catalog):
            found.append(offer)
    return found


def _with_python(environment: Environment, requires: str | None, notes: list[str], catalog: Catalog) -> Environment:
    """The lowest Python of a declared range where none of the range has a wheel; else the choice stays open."""
    if environment.python or not requires:
        return environment
    try:
        asked = SpecifierSet(requires)
    except InvalidSpecifier:
        return environment
    pythons = [record.name for record in catalog.of_kind("python") if asked.contains(f"{record.name}.99")]
    tried = [replace(environment, python=name) for name in pythons]
    if tried and all(_refused(one, ("torch-python",), catalog) for one in tried):
        notes.append(f"Python {requires}: none of {', '.join(pythons)} has a wheel; the first of them is judged")
        return tried[0]
    notes.append(f"Python {requires} is a range: which one runs is not declared")
    return environment


def _refused(environment: Environment, constraints: Iterable[str], catalog: Catalog) -> bool:
    """Whether one of these constraints says no."""
    evaluator, attributes = Evaluator(catalog), project(environment, catalog).attributes
    found = (evaluator.evaluate(catalog.constraints[id], attributes) for id in constraints)
    return any(item and not item.missing and item.verdict is Verdict.UNSUPPORTED for item in found)


def _sdk_of(build: str | None, accelerator: str | None, catalog: Catalog) -> str | None:
    """The SDK that comes with a build of torch, unless the accelerator needs one that comes from elsewhere."""
    stack = catalog.value("accelerator", accelerator, "stack")
    for record in catalog.of_kind("sdk"):
        fits = stack in (None, record.values.get("stack")) and record.values.get("stack") in _IN_TREE
        if build and record.values.get("build") == build and fits:
            return record.name
    return None


def _torch_wanted(statements: list[Observed]) -> SpecifierSet | None:
    """All that is asked of torch together."""
    asked = [item for item in statements if item.key == "torch"]
    if not asked:
        return None
    both = SpecifierSet()
    for number, item in enumerate(asked):
        try:
            one = SpecifierSet(item.value.removeprefix("torch"))
        except InvalidSpecifier:
            continue
        if (_bare(both) & _bare(one)).is_unsatisfiable():
            clashing = (
                before for before in asked[:number]
                if (_bare(SpecifierSet(before.value.removeprefix("torch"))) & _bare(one)).is_unsatisfiable()
            )  # fmt: skip
            # three may contradict each other where no two do
            other = next(clashing, asked[number - 1])
            raise InputError(
                [
                    Problem(
                        "MAN811", f"{item.value} contradicts {other.value} ({other.position})", item.position,
                        "no release of torch meets both, so nothing can be installed", "ask for one of them",
                    )
                ]
            )  # fmt: skip
        both &= one
    return both


def _bare(versions: SpecifierSet) -> SpecifierSet:
    """A range without builds, which are no part of one: `2.14.1` is not in `==2.14.1+cu130`."""
    return SpecifierSet(re.sub(r"\+[\w.]+", "", str(versions)))


def _pinned(wanted: SpecifierSet) -> tuple[str | None, str | None]:
    """The exact release and build asked for, or nothing."""
    for item in wanted:
        if item.operator == "==" and "*" not in item.version:
            version = Version(item.version)
            return version.public if version.local else item.version, version.local
    return None, None


def _value(first: Mapping[str, Observed], key: str) -> str | None:
    return first[key].value if key in first else None


def _variables(statements: list[Observed]) -> tuple[tuple[str, str], ...]:
    pairs = {
        item.value.partition("=")[0]: item.value.partition("=")[2] for item in statements if item.key == "variable"
    }
    return tuple(sorted(pairs.items()))


def _lnc(first: Mapping[str, Observed]) -> tuple[tuple[str, str], ...]:
    return (("lnc", first["lnc"].value),) if "lnc" in first else ()
