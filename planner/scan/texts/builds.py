"""The couplings of builds: CMake, and Makefiles by the shell in their recipes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from planner.scan.inventory import Coupling
from planner.scan.texts.lines import Line, Text, TextSymbols, blank
from planner.scan.texts.shell import ShellScanner

_COMMENT = re.compile(r"#\[(=*)\[.*?(?:\]\1\]|\Z)|#[^\n]*", re.DOTALL)
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*(?:\"|\Z)", re.DOTALL)
_LANGUAGE = re.compile(r"\b(?:project|enable_language)\s*\(([^()]*)\)", re.IGNORECASE)
_PACKAGE = re.compile(r"\bfind_package\s*\(\s*(\w+)", re.IGNORECASE)
_ADDED = re.compile(r"\b(cuda|hip)_add_(?:library|executable)\s*\(", re.IGNORECASE)
# a target, and its sources that only a compiler for devices takes
_TARGET = re.compile(r"\b(?:add_library|add_executable|target_sources)\s*\([^()]*\)", re.IGNORECASE)
_SOURCE = re.compile(r"[^\s()\"]+\.(cu|hip)\b")
_BRANCH = re.compile(r"\b(if|elseif|else|endif)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.IGNORECASE)
_TOOLKITS = {"cuda": "cuda", "cudatoolkit": "cuda", "cudnn": "cuda", "nccl": "cuda", "hip": "hip", "rocm": "hip", "rocblas": "hip",
             "hipblas": "hip", "rccl": "hip", "intelsycl": "sycl", "sycl": "sycl"}  # fmt: skip
_OF_A_VENDOR = re.compile(r"cuda|hip|rocm|sycl|gpu|nvcc|metal", re.IGNORECASE)
_COMPILER = re.compile(r"^\s*\w+\s*[:?+]?=\s*\S*?(nvcc|hipcc)\b")


def scan_cmake(text: Text, symbols: TextSymbols) -> Iterator[Coupling]:
    """The couplings of a CMake file; what stands in an `if` that asks for the toolkit is guarded."""
    code = _STRING.sub(blank, _COMMENT.sub(blank, text.text))
    branches = list(_BRANCH.finditer(code))
    for offset, language, shown in sorted(_uses(code)):
        guarded = _is_asked_for(offset, branches)
        yield from symbols.found(f"cmake:{language}", shown, text.at(offset), guarded=guarded)


def _uses(code: str) -> Iterator[tuple[int, str, str]]:
    for match in _LANGUAGE.finditer(code):
        for word in re.finditer(r"\b(CUDA|HIP)\b", match[1]):
            yield match.start(), word[1].lower(), f"{match[0].split('(')[0].strip()}({word[1]})"
    for match in _PACKAGE.finditer(code):
        if toolkit := _TOOLKITS.get(match[1].lower()):
            yield match.start(), toolkit, f"find_package({match[1]})"
    for match in _ADDED.finditer(code):
        yield match.start(), match[1].lower(), match[0].rstrip("( ")
    for match in _TARGET.finditer(code):
        for source in _SOURCE.finditer(match[0]):
            yield match.start() + source.start(), "cuda" if source[1] == "cu" else "hip", source[0]


def _is_asked_for(offset: int, branches: Iterable[re.Match[str]]) -> bool:
    """Whether a place stands in an `if` whose condition names the toolkit."""
    around: list[bool] = []
    for branch in branches:
        if branch.start() > offset:
            break
        match branch[1].lower():
            case "if":
                around.append(_OF_A_VENDOR.search(branch[2]) is not None)
            case "elseif" if around:
                around[-1] = around[-1] or _OF_A_VENDOR.search(branch[2]) is not None
            case "endif" if around:
                around.pop()
    return any(around)


def scan_makefile(lines: Iterable[Line], symbols: TextSymbols, shell: ShellScanner) -> Iterator[Coupling]:
    """The couplings of a Makefile: its recipes, the compilers it names, the variables it exports."""
    for line in lines:
        if match := _COMPILER.match(line.text):
            yield from symbols.found(f"cmd:{match[1]}", match[1], line.at(match.start(1)))
        # what make itself reads of a recipe's line
        recipe = re.sub(r"^\t[@+-]*", blank, line.text)
        yield from shell.scan([Line(recipe, line.starts)])
