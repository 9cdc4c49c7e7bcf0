"""The couplings of a Dockerfile: images of one vendor, variables, commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from planner.scan.inventory import Coupling
from planner.scan.texts.lines import Line, TextSymbols, image_key
from planner.scan.texts.shell import ShellScanner

_INSTRUCTION = re.compile(
    r"\s*(?:ONBUILD\s+)?(FROM|ENV|ARG|RUN|CMD|ENTRYPOINT|HEALTHCHECK)\s+(.*)", re.IGNORECASE | re.DOTALL
)
_IMAGE = re.compile(r"(?:--\S+\s+)*(\S+)")
# options of an instruction, and the word that begins the command of a health check
_BEFORE_COMMAND = re.compile(r"(?:--\S+\s+)*(?:CMD\s+)?", re.IGNORECASE)
_VARIABLE = re.compile(r"(?:^|\s)([A-Z][A-Z0-9_]*)(?==|\s+\S)")
_IN_A_LIST = re.compile(r"[\"',\[\]]")


def scan_dockerfile(lines: Iterable[Line], symbols: TextSymbols, shell: ShellScanner) -> Iterator[Coupling]:
    """The couplings of a Dockerfile."""
    for line in lines:
        match = _INSTRUCTION.match(line.text)
        if match is None:
            continue
        rest = line.part(match.start(2), len(line.text))
        match match[1].upper():
            case "FROM":
                image = _IMAGE.match(rest.text)
                if image is not None:
                    yield from symbols.found(image_key(image[1], symbols.symbols), image[1], rest.at(image.start(1)))
            case "ENV" | "ARG":
                for name in _VARIABLE.finditer(rest.text):
                    yield from symbols.variable(name[1], rest.at(name.start(1)))
            case _:
                before = _BEFORE_COMMAND.match(rest.text)
                command = rest.part(before.end() if before else 0, len(rest.text))
                if command.text.startswith("["):
                    command = Line(_IN_A_LIST.sub(" ", command.text), command.starts)
                yield from shell.scan([command])
