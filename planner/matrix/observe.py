"""Environments from what files say: one for each group (an extra) and each device; what they leave open stays open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from planner.catalog.model import Catalog
from planner.matrix.attributes import default_build, project, torch_index
from planner.matrix.tags import accelerator_named, image_says
from planner.readers.observed import Observed
from planner.vocabulary.environment import Environment, Host, Image, Run, Torch, package_name
from planner.vocabulary.position import InputError, Position, Problem

# stacks whose SDK is part of torch's own build
_IN_TREE = {"cuda", "rocm", "cpu"}


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
        statements = [item for item in observed if item.group in ("", group)]
        for device in devices:
            name = "-".join(part for part in (group, device if len(devices) > 1 else "") if part) or "read"
            found.append(_seen(name, statements, device, given, catalog))
    return found


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
    if wanted is None or (brought and wanted.contains(brought, prereleases=True)):
        return replace(environment, torch=Torch(brought, catalog.value("sdk", environment.sdk, "build")))
    release, explicit = _pinned(wanted)
    if release is None:
        known = [record.name for record in catalog.of_kind("torch") if wanted.contains(record.name)]
        release = known[-1] if known else None
        notes.append(
            f"torch{wanted}: the newest release the catalog knows in this range, {release or 'none'}, is what installs"
        )
    if brought:
        notes.append(
            f"the image brings the vendor's torch {brought}; torch{wanted} is not met by it, so the installer replaces it"
        )
    label = torch_index(environment.indexes)
    build = (
        explicit
        or (label if label and label != "default" else None)
        or default_build({**project(environment, catalog).attributes, "torch": release or ""}, catalog)
    )
    if build and not explicit:
        notes.append(f"the index {label or 'default'} gives the {build} build of torch {release}")
    seen = replace(environment, torch=Torch(release, build))
    return seen if seen.sdk else replace(seen, sdk=_sdk_of(build, seen.accelerator, catalog))


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
        # a build is no part of a range: `2.14.1` is not in `==2.14.1+cu130`
        bare = SpecifierSet(str(both).partition("+")[0])
        if (bare & SpecifierSet(str(one).partition("+")[0])).is_unsatisfiable():
            other = next(
                before
                for before in asked[:number]
                if (
                    SpecifierSet(before.value.removeprefix("torch").partition("+")[0])
                    & SpecifierSet(str(one).partition("+")[0])
                ).is_unsatisfiable()
            )
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
