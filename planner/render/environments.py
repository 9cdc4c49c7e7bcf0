"""The files of one environment: Dockerfile and requirements, variables with their reasons, launch script."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from planner.catalog.load import DATA
from planner.catalog.model import Catalog
from planner.manifest.models import Manifest
from planner.matrix.attributes import project
from planner.render.templates import render_template
from planner.vocabulary.environment import Environment, package_name

_APT = {"ubuntu", "debian"}
# stacks whose torch is handed out in an image of the vendor
_VENDOR_IMAGES = {"hpu"}
# stacks on which Triton and Inductor build at run time, for which they need a C compiler
_COMPILES = {"cuda", "rocm", "xpu", "cpu"}


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable and why it is set."""

    name: str
    value: str
    reason: str


def environment_files(
    environment: Environment, manifest: Manifest, catalog: Catalog, folder: str = ""
) -> dict[str, bytes]:
    """The files of one environment by their path in a bundle, in folders of its name unless another is given; an abstract
    environment has none, and one whose image nobody can write has its configuration alone.
    """
    if environment.accelerator is None:
        return {}
    name = folder or environment.name
    stack = str(catalog.value("accelerator", environment.accelerator, "stack"))
    values = {
        "environment": environment,
        "manifest": manifest,
        "folder": name,
        "stack": stack,
        "base": _base(environment),
        "system_python": catalog.value("os", environment.image.os, "python") == environment.python,
        "apt_packages": _apt_packages(environment, stack, catalog),
        "indexes": _indexes(environment, stack, catalog),
        "requirements": _requirements(environment, manifest, catalog),
        "compiles": stack in _COMPILES,
        "variables": _variables(environment, catalog),
        "per_instance": project(environment, catalog).attributes.get("ranks_per_instance"),
        "host_needs": catalog.value("stack", stack, "host_needs") or [],
        "open": _open(environment),
        "no_image": no_image(environment, catalog),
    }
    image = f"images/{stack}.Dockerfile.j2"
    image = image if (DATA / "templates" / image).is_file() else "images/Dockerfile.j2"
    files = {
        f"config/{name}/variables.env": render_template("config/variables.env.j2", **values),
        f"config/{name}/launch.sh": render_template("config/launch.sh.j2", **values),
    }
    requirements = render_template("images/requirements.txt.j2", **values)
    if values["no_image"]:
        return files | {f"config/{name}/requirements.txt": requirements}
    return files | {
        f"images/{name}/Dockerfile": render_template(image, **values), f"images/{name}/requirements.txt": requirements,
    }  # fmt: skip


def no_image(environment: Environment, catalog: Catalog) -> str:
    """Why no Dockerfile can be written for an environment; empty where one can."""
    stack = catalog.value("accelerator", environment.accelerator, "stack")
    os = environment.image.os
    if stack == "mps":
        return "no container reaches an Apple GPU"
    if os and os.partition("-")[0] not in _APT:
        return f"packages of {os} are not installed with apt, and no template knows its own way"
    if stack in _VENDOR_IMAGES and not environment.image.base:
        return f"torch for {stack} comes in the vendor's image: declare image.base"
    return ""


def _base(environment: Environment) -> str:
    """The base image: as declared, with its digest where one is known, else the operating system's own."""
    image = environment.image
    if image.base:
        return f"{image.base}@{image.digest}" if image.digest and "@" not in image.base else image.base
    family, _, version = (image.os or "ubuntu-24.04").partition("-")
    return f"{family}:{version}"


def _indexes(environment: Environment, stack: str, catalog: Catalog) -> list[str]:
    build = project(environment, catalog).attributes.get("build", "cpu")
    found = [catalog.value("stack", stack, "index"), *(catalog.value("stack", stack, "extra_indexes") or [])]
    return [str(index).replace("{build}", build) for index in found if index]


def _requirements(environment: Environment, manifest: Manifest, catalog: Catalog) -> list[str]:
    """Torch with its build, the vendor's packages that belong to the SDK, and what the manifest asks for."""
    attributes = project(environment, catalog).attributes
    release, build = environment.torch.release, attributes.get("build")
    lines = []
    if release and build != "hpu":  # a vendor's own torch comes with the vendor's image
        local = f"+{build}" if build and attributes["platform"] == "linux" else ""
        lines.append(f"torch=={release}{local}")
    declared = {package_name(line) for line in environment.packages}
    components: Mapping[str, str] = catalog.value("sdk", environment.sdk, "components") or {}
    lines += [f"{name}=={components[name]}" for name in sorted({"neuronx-cc", "nki"} & components.keys() - declared)]
    if attributes.get("product") == "native" and "torch-neuronx" not in declared and release:
        major, minor, *_ = release.split(".")
        lines.append(f"torch-neuronx=={major}.{minor}.*")
    if "pytest" in (manifest.workload.tests or ()) and "pytest" not in declared:
        lines.append("pytest")
    return [*lines, *environment.packages]


def _apt_packages(environment: Environment, stack: str, catalog: Catalog) -> list[str]:
    components: Mapping[str, str] = catalog.value("sdk", environment.sdk, "components") or {}
    wanted = ("aws-neuronx-runtime-lib", "aws-neuronx-collectives", "aws-neuronx-tools") if stack == "neuron" else ()
    return [f"{name}={components[name]}*" for name in wanted if name in components]


def _variables(environment: Environment, catalog: Catalog) -> list[Variable]:
    stated = [Variable(key, value, "set in the manifest") for key, value in environment.run.env]
    given = {variable.name for variable in stated}
    lnc = dict(environment.run.options).get("lnc")
    if lnc and "NEURON_LOGICAL_NC_CONFIG" not in given:
        reason = "run.options.lnc: the runtime must use as many physical cores a logical core as the compiler"
        stated.append(Variable("NEURON_LOGICAL_NC_CONFIG", lnc, reason))
    return sorted(stated, key=lambda variable: variable.name)


def _open(environment: Environment) -> list[str]:
    """What the manifest does not say and these files therefore leave open."""
    pairs: Iterable[tuple[str, object]] = (
        ("torch", environment.torch.release),
        ("python", environment.python),
        ("sdk", environment.sdk),
        ("image.os", environment.image.os),
        ("run.ranks", environment.run.ranks),
    )
    return [name for name, value in pairs if not value]
