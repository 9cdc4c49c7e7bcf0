"""Requirement lines, from a requirements file, with their positions."""

import re
from dataclasses import dataclass, replace
from urllib.parse import unquote

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from planner.readers.text import lines_of
from planner.vocabulary.position import Position

# the words that makers of extensions put into file names: cu12torch2.6cxx11abiTRUE
_BUILT = re.compile(r"(?:cu(?P<cuda>\d+)\W*)?torch(?P<torch>\d+\.\d+)\W*cxx11abi(?P<abi>TRUE|FALSE)", re.IGNORECASE)
# what pip accepts without a name: an address, a path, a repository, a variable; and files and editable installs by option
_ELSEWHERE = re.compile(r"(?:git|hg|svn|bzr)\+|https?:|file:|\.|/|\w+/|.*\$|.*\.(?:whl|zip|tar\.gz)$")
_REFERS = ("-r", "--requirement", "-c", "--constraint", "-e", "--editable")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A package somebody asks for: its normalized name, the versions as written, and where it stands. `elsewhere`: it comes from
    a repository or an archive, so its version is not known. `marker` says where it is asked for, empty for everywhere.
    """

    name: str
    versions: str
    position: Position
    text: str
    elsewhere: bool = False
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a requirements file asks for, the indexes it names, the lines that point elsewhere (a file, an address, a
    repository) and those that are no requirement at all.
    """

    wanted: tuple[Wanted, ...]
    indexes: tuple[str, ...]
    elsewhere: tuple[tuple[str, Position], ...]
    unread: tuple[tuple[str, Position], ...]


def read_requirements(text: str, path: str) -> Requirements:
    """Read a requirements file; options other than indexes are passed over."""
    wanted, indexes, elsewhere, unread = [], [], [], []
    for number, line in enumerate(lines_of(text), start=1):
        stripped = line.split(" #")[0].strip().rstrip("\\").strip()
        position = Position(path, number, 1)
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith(("--index-url", "--extra-index-url", "-i ", "--find-links", "-f ")):
            indexes.append(stripped.replace("=", " ", 1).split()[-1])
        elif stripped.startswith(_REFERS):
            elsewhere.append((stripped, position))
        elif stripped.startswith("-"):
            continue
        elif item := wanted_of(stripped.split(" --")[0], position):
            wanted.append(_with_build(item, line))
        elif _ELSEWHERE.match(stripped):
            elsewhere.append((stripped, position))
        else:
            unread.append((stripped, position))
    return Requirements(tuple(wanted), tuple(indexes), tuple(elsewhere), tuple(unread))


def _with_build(item: Wanted, line: str) -> Wanted:
    """The package with what its line, address or remark says of the torch its binary was built for."""
    match = _BUILT.search(line)
    if match is None or "+" in item.versions or not item.versions.startswith("=="):
        return item
    found = match.groupdict()
    cuda = f"cu{found['cuda']}" if found["cuda"] else ""
    return replace(item, versions=f"{item.versions}+{cuda}torch{found['torch']}cxx11abi{found['abi'].upper()}")


def wanted_of(line: str, position: Position) -> Wanted | None:
    """One requirement, or nothing where it is none. The address or path of a wheel asks for exactly that version."""
    try:
        requirement = Requirement(line)
    except InvalidRequirement:
        return _wheel(line, position, line)
    marker = str(requirement.marker or "")
    if requirement.url and (wheel := _wheel(requirement.url, position, line)):
        return replace(wheel, marker=marker)
    return Wanted(
        canonicalize_name(requirement.name), str(requirement.specifier), position, line, bool(requirement.url), marker
    )


def _wheel(address: str, position: Position, line: str) -> Wanted | None:
    file = unquote(address.partition("#")[0].strip()).rpartition("/")[2]
    try:
        name, version, _, _ = parse_wheel_filename(file)
    except InvalidWheelFilename:
        return None
    return Wanted(name, f"=={version}", position, line)
