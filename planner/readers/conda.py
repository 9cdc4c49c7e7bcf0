"""What conda's specifications say: packages, the Python, and the build of torch by the packages that choose it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from planner.readers.observed import Observed, asked, python_asked
from planner.readers.positioned_yaml import parse_yaml
from planner.readers.requirements import wanted_of
from planner.readers.toml import rows
from planner.vocabulary.position import InputError, Position

_MAX_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class CondaLines:
    """The specifications of an `environment.yml` with their places: conda's own, and those left to pip."""

    own: tuple[tuple[str, Position], ...]
    by_pip: tuple[tuple[str, Position], ...]


def conda_lines(text: str, path: str) -> CondaLines | None:
    """Read an `environment.yml`, or nothing where the file is none."""
    try:
        document = parse_yaml(text.encode(), path, _MAX_BYTES)
    except InputError:
        return None
    entries = document.data.get("dependencies") if isinstance(document.data, dict) else None
    if not isinstance(entries, list):
        return None
    placed = [(entry, document.positions["dependencies", index]) for index, entry in enumerate(entries)]
    return CondaLines(
        tuple((str(entry), place) for entry, place in placed if not isinstance(entry, dict)),
        tuple(
            (str(line), document.positions["dependencies", index, "pip", number])
            for index, entry in enumerate(entries)
            if isinstance(entry, dict)
            for number, line in enumerate(rows(entry.get("pip")))
        ),
    )


def conda_statements(lines: Iterable[tuple[str, Position]]) -> Iterator[Observed]:
    """The statements of specifications such as `pytorch=2.1`, `pytorch-cuda=11.8`, `cpuonly`, `python=3.10`."""
    for line, position in lines:
        item = wanted_of(from_conda(line), position)
        if item is None:
            continue
        match item.name:
            case "python":
                yield python_asked(item.versions, position)
            case "pytorch-cuda":
                yield Observed("index", f"cu{item.versions.strip('=.*').replace('.', '')}", position)
            case "cpuonly":
                yield Observed("index", "cpu", position)
            case "pytorch":
                yield asked(item)
                yield Observed("index", "conda", position)
            case _:
                yield asked(item)


def from_conda(line: str) -> str:
    """`pkg=1.2=build` and `pkg >= 1` in the spelling of pip."""
    name, separator, rest = line.replace(" ", "").partition("=")
    if not separator or rest.startswith("=") or name[-1:] in "<>!~":
        return line.rpartition("::")[2]
    version = rest.split("=")[0]
    return f"{name.rpartition('::')[2]}=={version}{'' if version.count('.') > 1 or version.endswith('*') else '.*'}"
