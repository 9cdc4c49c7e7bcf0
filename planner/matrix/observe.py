"""Environments from what files say: one for each group (an extra) and each device; what they leave open stays open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from packaging.markers import InvalidMarker, Marker, UndefinedComparison, UndefinedEnvironmentName

from planner.catalog.model import Catalog
from planner.matrix.installer import Installer, torch_wanted
from planner.matrix.tags import accelerator_named, image_says
from planner.readers.observed import Observed
from planner.vocabulary.environment import Environment, Host, Image, Run, package_name
from planner.vocabulary.position import Position

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
    installer = Installer(catalog, notes)
    environment = installer.torch(environment, torch_wanted(statements), tag if vendor else {})
    environment = installer.python(environment, _value(first, "requires python"))
    positions |= {package_name(item.value): item.position for item in statements if item.key == "package"}
    for layer, key in _SAID_BY:
        if key in first:
            positions[layer] = first[key].position
    return Seen(environment, positions, tuple(notes))


def _value(first: Mapping[str, Observed], key: str) -> str | None:
    return first[key].value if key in first else None


def _variables(statements: list[Observed]) -> tuple[tuple[str, str], ...]:
    pairs = {
        item.value.partition("=")[0]: item.value.partition("=")[2] for item in statements if item.key == "variable"
    }
    return tuple(sorted(pairs.items()))


def _lnc(first: Mapping[str, Observed]) -> tuple[tuple[str, str], ...]:
    return (("lnc", first["lnc"].value),) if "lnc" in first else ()
