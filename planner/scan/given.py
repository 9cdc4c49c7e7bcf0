"""Names that one file of a project gives to others: `gpu` of a `compat.py` that says `from torch import cuda as gpu`."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress

from planner.readers.tree import Tree
from planner.scan.python.couplings import PythonScanner
from planner.scan.python.record import FileCouplings
from planner.scan.python.sites import TooMuch


def read_with_given(
    tree: Tree, files: Iterable[str], given: Mapping[str, str], python: PythonScanner
) -> dict[str, FileCouplings]:
    """The files that import from those that give something, read again with what is given."""
    if not given:
        return {}
    modules = sorted({re.escape(name.split(".")[-2].encode()) for name in given if "." in name})
    names = {name.rpartition(".")[2].encode() for name in given}
    # `from .compat import gpu`, `import pkg.compat`, `from . import compat`
    imports = re.compile(rb"^[^\S\n]*(?:from|import)\b[^\n]*\b(?:" + b"|".join(modules) + rb")\b", re.MULTILINE)
    found = {}
    for path in files:
        if not path.endswith(".py"):
            continue
        try:
            content = tree.read(path)
        except OSError:
            continue
        if imports.search(content) and any(name in content for name in names):
            with suppress(TooMuch):
                found[path] = python.scan(content, path, given)
    return found
