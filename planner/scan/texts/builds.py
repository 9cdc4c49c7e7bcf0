"""The couplings of builds: CMake, and Makefiles by the shell in their recipes."""

from __future__ import annotations

import re
from bisect import bisect_left
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
    ends, asked = _branches(code)
    for offset, language, shown in sorted(_uses(code)):
        guarded = asked[bisect_left(ends, offset)]
        yield from symbols.found(f"cmake:{language}", shown, text.at(offset), guarded=guarded)


def _uses(code: str) -> Iterator[tuple[int, str, str]]:
    for match in _LANGUAGE.finditer(code):
        command = match[0].partition("(")[0].strip()
        for word in dict.fromkeys(re.findall(r"\b(?:CUDA|HIP)\b", match[1])):
            yield match.start(), word.lower(), f"{command}({word})"
    for match in _PACKAGE.finditer(code):
        if toolkit := _TOOLKITS.get(match[1].lower()):
            yield match.start(), toolkit, f"find_package({match[1]})"
    for match in _ADDED.finditer(code):
        yield match.start(), match[1].lower(), match[0].rstrip("( ")
    for match in _TARGET.finditer(code):
        for source in _SOURCE.finditer(match[0]):
            yield match.start() + source.start(), "cuda" if source[1] == "cu" else "hip", source[0]


def _branches(code: str) -> tuple[list[int], list[bool]]:
    """Where the parts of a file end that `if`s divide it into, and of each whether a condition around it names the toolkit."""
    ends, asked = [], [False]
    around: list[bool] = []
    named = 0
    for branch in _BRANCH.finditer(code):
        of_vendor = _OF_A_VENDOR.search(branch[2]) is not None
        match branch[1].lower():
            case "if":
                around.append(of_vendor)
                named += of_vendor
            case "elseif" if around and of_vendor and not around[-1]:
                around[-1] = True
                named += 1
            case "endif" if around:
                named -= around.pop()
        ends.append(branch.start())
        asked.append(named > 0)
    return ends, asked


def scan_makefile(lines: Iterable[Line], symbols: TextSymbols, shell: ShellScanner) -> Iterator[Coupling]:
    """The couplings of a Makefile: its recipes, the compilers it names, the variables it exports."""
    for line in lines:
        if match := _COMPILER.match(line.text):
            yield from symbols.found(f"cmd:{match[1]}", match[1], line.at(match.start(1)))
        # what make itself reads of a recipe's line
        recipe = re.sub(r"^\t[@+-]*", blank, line.text)
        yield from shell.scan([Line(recipe, line.starts)])
