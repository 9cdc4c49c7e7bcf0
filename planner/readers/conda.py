"""What conda's specifications say: packages, the Python, and the build of torch by the packages that choose it."""

from collections.abc import Iterable, Iterator

from planner.readers.observed import Observed, asked, python_asked
from planner.readers.requirements import wanted_of
from planner.vocabulary.position import Position


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
