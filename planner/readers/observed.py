"""What a file from life says about an environment: a list of statements, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from planner.readers.requirements import Wanted
from planner.readers.text import lines_of
from planner.vocabulary.position import Position

_TAG = re.compile(r"(?:^|[^a-z0-9])(cu\d{2,3}|cpu|rocm\d+(?:\.\d+)+|xpu)(?![a-z0-9.])", re.IGNORECASE)

_ONE_PYTHON = re.compile(r"={1,3}(3\.\d+)(?:\.\*|\.\d+)?")


@dataclass(frozen=True, slots=True)
class Observed:
    """One statement. `key` is `python`, `requires python`, `torch`, `package`, `index`, `base image`, `accelerator`, `driver`, `os`, `host os`,
    `kernel`, `arch`, `glibc`, `instance`, `variable` or `note`; statements of one `group` (an extra, a device) belong
    to an environment of their own, those of the group "" to all of them. A `marker` limits it to some machines.
    """

    key: str
    value: str
    position: Position
    group: str = ""
    marker: str = ""


def asked(item: Wanted, group: str = "") -> Observed:
    """The statement of a requirement; of a torch that comes from elsewhere nothing is known but that."""
    if item.name not in ("torch", "pytorch"):
        return Observed("package", f"{item.name}{item.versions}", item.position, group, item.marker)
    if item.elsewhere:
        return Observed(
            "note", f"{item.text!r} points elsewhere: which torch it gives is not known", item.position, group
        )
    return Observed("torch", f"torch{item.versions}", item.position, group, item.marker)


def python_asked(versions: str, position: Position, group: str = "") -> Observed:
    """The statement of a Python requirement: a version where exactly one fits, else a range."""
    exact = _ONE_PYTHON.fullmatch(versions.replace(" ", ""))
    return (
        Observed("python", exact[1], position, group)
        if exact
        else Observed("requires python", versions, position, group)
    )


def place_of(text: str, part: str, path: str) -> Position:
    """Where a part of a text stands first, for formats whose parser keeps no positions."""
    return next(places_of(text, part, path), Position(path, 1, 1))


def places_of(text: str, part: str, path: str) -> Iterator[Position]:
    """All places of a part of a text, in their order."""
    for number, line in enumerate(lines_of(text), start=1):
        for match in re.finditer(re.escape(part), line):
            yield Position(path, number, match.start() + 1)


def index_label(address: str) -> str:
    """What is known of a package index by its address or its variable: `cu126`, `cpu`, `neuron`, `hpu`, `nightly`, `default`, else the
    address itself.
    """
    if "/nightly" in address:
        return "nightly"
    if "neuron" in address.lower():
        return "neuron"
    if "habana" in address.lower():
        return "hpu"
    # a variable such as $CU111_WHEELS names its index as well as an address does
    if tags := _TAG.findall(address.replace("_", " ")):
        return str(tags[-1]).lower()
    return "default" if "pypi.org" in address else address
