"""Which build of torch a text asks for: `torch==2.4.1+cu121`, or an index that holds one build alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from planner.scan.inventory import Coupling
from planner.scan.texts.lines import COMMENT, Line, TextSymbols

_BUILD = re.compile(
    r"\btorch\w{0,20}\s?==\s?[\w.]{1,40}\+(?P<pinned>cu|rocm|xpu|cpu)[\w.]*|/whl/(?:nightly/|test/)?(?P<index>cu|rocm|xpu|cpu)(?=[\d/]|\b)[\d.]*"
)


def asked_builds(code: str, line: Line, symbols: TextSymbols) -> Iterator[Coupling]:
    """The builds that a line asks for."""
    for match in _BUILD.finditer(code):
        build = match["pinned"] or match["index"]
        yield from symbols.found(f"wheel:{build}", match[0].lstrip("/"), line.at(match.start()))


def scan_requirements(lines: Iterable[Line], symbols: TextSymbols) -> Iterator[Coupling]:
    """The builds that a file of requirements asks for; its packages are read with the project's."""
    for line in lines:
        yield from asked_builds(COMMENT.sub("", line.text), line, symbols)
