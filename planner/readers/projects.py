"""What `pyproject.toml` and conda's `environment.yml` ask for."""

from dataclasses import dataclass

from planner.readers.conda import from_conda
from planner.readers.observed import place_of
from planner.readers.positioned_yaml import parse_yaml
from planner.readers.requirements import Wanted, wanted_of
from planner.readers.toml import read_toml, rows, table
from planner.vocabulary.position import InputError

_MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """The Python versions and packages a project file asks for."""

    python: str
    wanted: tuple[Wanted, ...]


def read_pyproject(text: str, path: str) -> ProjectFile | None:
    """Read `[project]`, or nothing where the file is no TOML or has no such table."""
    project = (read_toml(text) or {}).get("project")
    if not isinstance(project, dict):
        return None
    groups = [project.get("dependencies"), *table(project.get("optional-dependencies")).values()]
    lines = [line for group in groups for line in rows(group)]
    found = [wanted_of(line, place_of(text, line, path)) for line in lines if isinstance(line, str)]
    return ProjectFile(str(project.get("requires-python", "")), tuple(item for item in found if item))


def read_conda(text: str, path: str) -> ProjectFile | None:
    """Read a conda environment, or nothing where the file is none."""
    try:
        document = parse_yaml(text.encode(), path, _MAX_BYTES)
    except InputError:
        return None
    if not isinstance(document.data, dict) or not isinstance(document.data.get("dependencies"), list):
        return None
    python, wanted = "", []
    for index, entry in enumerate(document.data["dependencies"]):
        position = document.positions[("dependencies", index)]
        for line in rows(entry.get("pip")) if isinstance(entry, dict) else [entry]:
            item = wanted_of(from_conda(str(line)), position)
            if item and item.name == "python":
                python = item.versions
            elif item:
                wanted.append(item)
    return ProjectFile(python, tuple(wanted))
