"""An environment as the attributes that facts speak of, with what the catalog derives from them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planner.catalog.model import Catalog
from planner.vocabulary.environment import Environment, package_name
from planner.vocabulary.ranges import contains

Attributes = Mapping[str, str]

# attributes that the catalog derives, and from which declared one
DERIVED = {"glibc": "os", "capability": "accelerator", "gfx": "accelerator", "build": "sdk", "stack": "accelerator"}

# attributes by the keys of an environment that declare them, where the two differ
KEYS = {
    "os": "image.os", "glibc": "image.os", "driver": "host.driver", "host_os": "host.os", "host_kernel": "host.kernel",
    "instance": "run.instance", "ranks_per_instance": "run.ranks", "build": "sdk", "capability": "accelerator",
    "package_version": "an exact version", "execution": "run.execution",
}  # fmt: skip


# how makers of extensions write into a version what a binary was built against
_EXTENSION = re.compile(r"cxx11abi(?P<ext_abi>TRUE|FALSE)", re.IGNORECASE)
_TORCH_INDEX = re.compile(r"cu\d+|cpu|xpu|rocm[\d.]+|hpu")


_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Projection:
    """The attributes of an environment; what is missing was not declared. `assumed` says what stands in for a gap."""

    attributes: Attributes
    assumed: tuple[str, ...]


def project(environment: Environment, catalog: Catalog) -> Projection:
    """All attributes of an environment but those of its packages."""
    accelerator = catalog.record("accelerator", environment.accelerator)
    device = accelerator.values if accelerator else {}
    sdk = catalog.record("sdk", environment.sdk)
    sdk_values = sdk.values if sdk else {}
    os = catalog.record("os", environment.image.os)
    os_values = os.values if os else {}
    run = environment.run
    stack = device.get("stack") or sdk_values.get("stack")
    assumed = []
    arch = environment.arch or catalog.value("instance", run.instance, "arch") or device.get("host_arch")
    if arch is None:
        arch = "x86_64"
        assumed.append("arch is not declared: x86_64 assumed")
    platform = os_values.get("platform")
    if platform is None:
        platform = "linux"
        if environment.image.os is None:
            assumed.append("image.os is not declared: Linux assumed")
    options = dict(run.options)
    has_lnc = catalog.value("instance", run.instance, "devices_lnc1") is not None
    found = {
        "accelerator": environment.accelerator,
        "stack": stack,
        "capability": device.get("capability"),
        "gfx": device.get("gfx"),
        "sdk": environment.sdk,
        "sdk_version": sdk_values.get("version") or _version_of(environment.sdk),
        "product": sdk_values.get("product"),
        "torch": environment.torch.release,
        "build": environment.torch.build or sdk_values.get("build"),
        "python": environment.python,
        "os": environment.image.os,
        "platform": platform,
        "glibc": os_values.get("glibc"),
        "arch": arch,
        "host_os": environment.host.os,
        "host_kernel": environment.host.kernel,
        "driver": environment.host.driver,
        "instance": run.instance,
        "ranks_per_instance": str(-(-run.ranks // (run.count or 1))) if run.ranks else None,
        "execution": run.execution,
        # two physical NeuronCores make one logical core unless the run says otherwise
        "indexes": " ".join(environment.indexes) or None,
        "torch_index": torch_index(environment.indexes),
        "lnc": options.get("lnc") or ("2" if has_lnc else None),
    }
    return Projection({name: str(value) for name, value in found.items() if value is not None}, tuple(assumed))


def packages(environment: Environment, catalog: Catalog) -> Iterator[tuple[str, Attributes]]:
    """The packages the catalog knows, each with its attributes; a version only where exactly one is asked for."""
    from packaging.requirements import Requirement

    for line in environment.packages:
        name = package_name(line)
        if name in catalog.package_names or _EXTENSION.search(line):
            pins = [item.version for item in Requirement(line).specifier if item.operator in ("==", "===")]
            version = {"package_version": pins[0].partition("+")[0]} if pins and "*" not in pins[0] else {}
            built = match.groupdict() if (match := _EXTENSION.search(line)) else {}
            yield name, {"package": name, **version, **{key: value.upper() for key, value in built.items()}}


def unknown_packages(environment: Environment, catalog: Catalog) -> str:
    """The packages of which the catalog knows nothing, in words: no answer about them is no pass. Empty where it knows all."""
    known = {name for name, _ in packages(environment, catalog)}
    unknown = [name for line in environment.packages if (name := package_name(line)) not in known]
    rest = f" and {len(unknown) - _SHOWN} more" if len(unknown) > _SHOWN else ""
    return f"the catalog knows nothing of {', '.join(unknown[:_SHOWN])}{rest}: not judged" if unknown else ""


def default_build(attributes: Attributes, catalog: Catalog) -> str | None:
    """The build of torch that the public index gives for a release and platform, where that is one."""
    asked = {**attributes, "torch_index": "default"}
    for fact in catalog.facts.get("torch-index", ()):
        about = {name: allowed for name, allowed in fact.about.items() if name != "stack"}
        speaks = all(name in asked and contains(name, allowed, asked[name]) for name, allowed in about.items())
        if speaks and len(builds := fact.allows.get("build", ())) == 1:
            return builds[0]
    return None


def is_torch_index(label: str) -> bool:
    """Whether an index holds builds of torch of its own, which bear its name: `cu126`, `cpu`, `rocm6.4`."""
    return _TORCH_INDEX.fullmatch(label) is not None


def torch_index(indexes: tuple[str, ...]) -> str | None:
    """The index that torch comes from: one with builds of its own has the higher version, so an installer prefers it."""
    return next((label for label in indexes if is_torch_index(label)), indexes[0] if indexes else None)


def _version_of(sdk: str | None) -> str | None:
    """The version in an SDK's name, also of one that has no record: `cuda-12.99` is 12.99."""
    _, _, version = (sdk or "").partition("-")
    return version or None
