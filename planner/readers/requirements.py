"""Requirement lines, from a requirements file, with their positions."""

import re
from dataclasses import dataclass, replace

from packaging.requirements import InvalidRequirement, Requirement

from planner.vocabulary.position import Position

# the words that makers of extensions put into file names: cu12torch2.6cxx11abiTRUE
_BUILT = re.compile(r"(?:cu(?P<cuda>\d+)\W*)?torch(?P<torch>\d+\.\d+)\W*cxx11abi(?P<abi>TRUE|FALSE)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A package somebody asks for: its normalized name, the versions as written, and where it stands."""

    name: str
    versions: str
    position: Position
    text: str


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a requirements file asks for, the indexes it names and the lines nobody could read."""

    wanted: tuple[Wanted, ...]
    indexes: tuple[str, ...]
    unread: tuple[Position, ...]


def read_requirements(text: str, path: str) -> Requirements:
    """Read a requirements file; options other than indexes are passed over."""
    wanted, indexes, unread = [], [], []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.split(" #")[0].strip().rstrip("\\").strip()
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith(("--index-url", "--extra-index-url", "-i ", "--find-links", "-f ")):
            indexes.append(stripped.replace("=", " ", 1).split()[-1])
        elif stripped.startswith("-"):
            continue
        elif item := wanted_of(stripped.split(" --")[0], Position(path, number, 1)):
            wanted.append(_with_build(item, line))
        else:
            unread.append(Position(path, number, 1))
    return Requirements(tuple(wanted), tuple(indexes), tuple(unread))


def _with_build(item: Wanted, line: str) -> Wanted:
    """The package with what its line, address or remark says of the torch its binary was built for."""
    match = _BUILT.search(line)
    if match is None or "+" in item.versions or not item.versions.startswith("=="):
        return item
    found = match.groupdict()
    cuda = f"cu{found['cuda']}" if found["cuda"] else ""
    return replace(item, versions=f"{item.versions}+{cuda}torch{found['torch']}cxx11abi{found['abi'].upper()}")


def wanted_of(line: str, position: Position) -> Wanted | None:
    """One requirement, or nothing where it is none."""
    try:
        requirement = Requirement(line)
    except InvalidRequirement:
        return None
    name = requirement.name.lower().replace("_", "-").replace(".", "-")
    return Wanted(name, str(requirement.specifier), position, line)
