"""What an installer would put into an environment: the torch that requirements and indexes lead to, with its build."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from planner.catalog.model import Catalog
from planner.matrix.attributes import default_build, is_torch_index, project
from planner.matrix.evaluate import Evaluator
from planner.readers.observed import Observed
from planner.vocabulary.environment import Environment, Torch
from planner.vocabulary.position import InputError, Problem
from planner.vocabulary.verdict import Verdict

# stacks whose SDK is part of torch's own build
_IN_TREE = {"cuda", "rocm", "cpu"}

# what an installer looks at before it takes a release
_INSTALLS = ("torch-python", "torch-glibc")


class Installer:
    """Chooses as pip does, from what one catalog knows; `notes` collects what was concluded."""

    def __init__(self, catalog: Catalog, notes: list[str]) -> None:
        self.catalog = catalog
        self.evaluator = Evaluator(catalog)
        self.notes = notes

    def torch(self, environment: Environment, wanted: SpecifierSet | None, vendor: Mapping[str, str]) -> Environment:
        """The environment with the torch that comes into it, and the SDK that belongs to its build. `vendor` is what the tag
        of a vendor's image says of the torch it brings.
        """
        brought = vendor.get("torch")
        # a vendor's torch may be a pre-release of the version in its tag, which `==` and `>=` do not accept
        installed = vendor.get("installed", brought)
        if wanted is None or (installed and wanted.contains(installed, prereleases=True)):
            own = replace(environment, torch=Torch(brought, self.catalog.value("sdk", environment.sdk, "build")))
            return replace(own, indexes=()) if brought else own
        if brought:
            self.notes.append(
                f"the image brings the vendor's torch {installed}; torch{wanted} is not met by it, so the installer replaces it"
            )
        if "nightly" in environment.indexes:
            self.notes.append("a nightly index gives what was built last night: no release, so nothing is known of it")
            return replace(environment, torch=Torch("nightly"))
        release, build = _pinned(wanted)
        if release and build:
            chosen = replace(environment, torch=Torch(release, build))
        else:
            chosen = self._pinned(environment, release) if release else self._newest(environment, wanted)
            if chosen.torch.build:
                label = chosen.indexes[0] if chosen.indexes else "default"
                self.notes.append(
                    f"the index {label} gives the {chosen.torch.build} build of torch {chosen.torch.release}"
                )
        chosen = replace(chosen, indexes=environment.indexes)
        return chosen if chosen.sdk else replace(chosen, sdk=self._sdk_of(chosen.torch.build, chosen.accelerator))

    def python(self, environment: Environment, requires: str | None) -> Environment:
        """The lowest Python of a declared range where none of the range has a wheel; else the choice stays open."""
        if environment.python or not requires:
            return environment
        try:
            asked = SpecifierSet(requires)
        except InvalidSpecifier:
            return environment
        pythons = [record.name for record in self.catalog.of_kind("python") if asked.contains(f"{record.name}.99")]
        tried = [replace(environment, python=name) for name in pythons]
        if tried and all(self._refused(one, ("torch-python",)) for one in tried):
            self.notes.append(
                f"Python {requires}: none of {', '.join(pythons)} has a wheel; the first of them is judged"
            )
            return tried[0]
        self.notes.append(f"Python {requires} is a range: which one runs is not declared")
        return environment

    def _pinned(self, environment: Environment, release: str) -> Environment:
        if offers := self._offers(environment, release):
            return offers[0]
        # where no index has what is asked for, the answer must say so of the first of them
        label = next((label for label in environment.indexes if is_torch_index(label)), None)
        return replace(environment, torch=Torch(release, label))

    def _newest(self, environment: Environment, wanted: SpecifierSet) -> Environment:
        """The newest release in a range that an index offers and that can be installed here; else the newest at all."""
        names = [record.name for record in reversed(self.catalog.of_kind("torch")) if wanted.contains(record.name)]
        offers = [offer for name in names for offer in self._offers(environment, name)]
        fitting = (offer for offer in offers if not self._refused(offer, _INSTALLS))
        newest = replace(environment, torch=Torch(names[0] if names else None))
        chosen = next(fitting, offers[0] if offers else newest)
        self.notes.append(
            f"torch{wanted}: the newest release the catalog knows in this range that can be installed here, "
            f"{chosen.torch.release or 'none'}, is what installs"
        )
        return chosen

    def _offers(self, environment: Environment, release: str) -> list[Environment]:
        """A release as each index offers it, the one taken first in front: at equal versions a local one is higher."""
        # indexes of torch's own builds, then the public one; any other offers no build that is known by its name
        named = [label for label in environment.indexes if is_torch_index(label)]
        rest = [label for label in environment.indexes if label not in named]
        labels = [*named, *(["default"] if "default" in rest else rest or ["default"] if not named else [])]
        found = []
        for label in labels:
            asked = {**project(environment, self.catalog).attributes, "torch": release}
            build = default_build(asked, self.catalog) if label == "default" else label if label in named else None
            offer = replace(environment, torch=Torch(release, build), indexes=(label,))
            sdk = self._sdk_of(build, offer.accelerator)
            if label not in named or not self._refused(replace(offer, sdk=sdk), ("sdk-torch",)):
                found.append(offer)
        return found

    def _refused(self, environment: Environment, constraints: Iterable[str]) -> bool:
        """Whether one of these constraints says no."""
        attributes = project(environment, self.catalog).attributes
        found = (self.evaluator.evaluate(self.catalog.constraints[id], attributes) for id in constraints)
        return any(item and not item.missing and item.verdict is Verdict.UNSUPPORTED for item in found)

    def _sdk_of(self, build: str | None, accelerator: str | None) -> str | None:
        """The SDK that comes with a build of torch, unless the accelerator needs one that comes from elsewhere."""
        stack = self.catalog.value("accelerator", accelerator, "stack")
        for record in self.catalog.of_kind("sdk"):
            fits = stack in (None, record.values.get("stack")) and record.values.get("stack") in _IN_TREE
            if build and record.values.get("build") == build and fits:
                return record.name
        return None


def torch_wanted(statements: Iterable[Observed]) -> SpecifierSet | None:
    """All that is asked of torch together; nothing where nothing is asked that can be read.

    Raises:
        InputError: two requirements contradict each other; both lines are named.
    """
    asked = [
        (item, versions) for item in statements if item.key == "torch" and (versions := _versions(item)) is not None
    ]
    together = SpecifierSet()
    for number, (item, one) in enumerate(asked):
        if (_bare(together) & _bare(one)).is_unsatisfiable():
            clashing = (
                other for other, versions in asked[:number] if (_bare(versions) & _bare(one)).is_unsatisfiable()
            )
            # three may contradict each other where no two do
            other = next(clashing, asked[number - 1][0])
            raise InputError(
                [
                    Problem(
                        "MAN811", f"{item.value} contradicts {other.value} ({other.position})", item.position,
                        "no release of torch meets both, so nothing can be installed", "ask for one of them",
                    )
                ]
            )  # fmt: skip
        together &= one
    return together if asked else None


def _versions(item: Observed) -> SpecifierSet | None:
    try:
        return SpecifierSet(item.value.removeprefix("torch"))
    except InvalidSpecifier:
        return None


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
