"""The couplings of C, C++ and Objective-C: headers, interfaces and types of one vendor. Comments and strings are no code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.scan.inventory import Coupling
from planner.scan.texts.lines import Text, TextSymbols, blank

# what does not end goes on to the end of the file, or a string to that of its line
_NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|R\"(\w*)\(.*?(?:\)\1\"|\Z)|\"(?:[^\"\\\n]|\\.)*(?:\"|(?=\n)|\Z)", re.DOTALL
)
_INCLUDE = re.compile(r"^[^\S\n]*#[^\S\n]*(?:include|import)\s*[<\"]([\w./+-]+)[>\"]", re.MULTILINE)
# headers by their beginning
_HEADERS = {
    "cpp:cuda": re.compile(
        r"(?:cuda|cublas|cudnn|cusparse|cufft|curand|cusolver|nvToolsExt|nvtx3|nccl|cub/|thrust/|cutlass/|cute/|cooperative_groups|mma\.h|device_launch|c10/cuda/|ATen/cuda/|torch/csrc/cuda)"
    ),
    "cpp:hip": re.compile(r"(?:hip/|hipblas|hipcub/|rccl|rocblas|rocprim/|miopen|c10/hip/|ATen/hip/)"),
    "cpp:sycl": re.compile(r"(?:sycl/|CL/sycl|c10/xpu/|oneapi/)"),
    "cpp:metal": re.compile(r"(?:Metal/|MetalPerformanceShaders)"),
}
_USES = {
    "cpp:cuda": re.compile(
        r"\b(?:(?:at|c10|torch)::cuda::\w+|cuda(?:Malloc|Free|Memcpy|Memset|Stream|Event|Device|Get|Set|Launch|Func|Graph|Peek|Error|Host|Ipc|Occupancy|Success)\w*|cu(?:blas|dnn|sparse|fft|rand|solver)\w+|nccl[A-Z]\w+|__(?:global|device|shared)__|__syncthreads|__shfl\w*)"
    ),
    "cpp:hip": re.compile(
        r"\b(?:hip(?:Malloc|Free|Memcpy|Memset|Stream|Event|Device|Get|Set|Launch|Error)\w*|roc(?:blas|fft|rand)\w+)"
    ),
    "cpp:sycl": re.compile(r"\bsycl::\w+"),
    "cpp:metal": re.compile(r"\bMTL[A-Z]\w+|\bid<MTL\w+>"),
    "cpp:device": re.compile(
        r"\b(?:kCUDA|DeviceType::CUDA|DispatchKey::CUDA)\b|\bTORCH_LIBRARY_IMPL\s*\(\s*\w+\s*,\s*(?:CUDA|HIP|XPU|MPS|PrivateUse1|AutogradCUDA)\b"
    ),
    "cpp:is_cuda": re.compile(r"(?:\.|->)is_cuda\s*\(\s*\)"),
    "cpp:CUDA_VERSION": re.compile(r"\bCUDA_VERSION\b|\b__CUDA_ARCH__\b|\bCUDART_VERSION\b"),
}
_DISPATCH = re.compile(r"^\s*(?:\}\s*else\s+)?if\s*\([^;]*(?:\.|->)is_cuda\s*\(\s*\)(?!.*\bthrow\b)")
# longer lines are no code that anyone wrote
_READABLE = 500
# what in a source of kernels a translation to another vendor does not take along
_HARD = {
    "cpp:is_cuda": _USES["cpp:is_cuda"],
    "cpp:device": _USES["cpp:device"],
    "cpp:warp": re.compile(r"\b__(?:shfl|ballot|any|all|match_any|match_all|reduce)\w*_sync\b|\b__activemask\b"),
    "cpp:ptx": re.compile(r"\basm\s*(?:volatile|__volatile__)?\s*\(|\b(?:wmma|nvcuda|cutlass|cute)::\w+"),
}
# functions of the project that say so by their names; few files hold one, and the expression is slow
_NAMED = re.compile(r"\b(?:\w{1,80}_cuda(?:_\w{1,80})?|cuda_\w{1,80})(?=\s{0,9}\()")
_CONDITION = re.compile(r"^[^\S\n]*#[^\S\n]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*)", re.MULTILINE)
_OF_A_VENDOR = re.compile(r"CUDA|HIP|ROCM|SYCL|XPU|__APPLE__|METAL|MPS|NVCC|GPU")


def scan_native(text: Text, symbols: TextSymbols) -> Iterator[Coupling]:
    """The couplings of a source file, one of a kind a line; what a macro of the vendor switches on is guarded."""
    found: list[tuple[int, str, str]] = []
    for match in _INCLUDE.finditer(text.text):
        found += [(match.start(1), key, match[1]) for key, header in _HEADERS.items() if header.match(match[1])]
    code = _NO_CODE.sub(blank, text.text)
    for key, use in _USES.items():
        found += [(match.start(), key, " ".join(match[0].split())) for match in use.finditer(code)]
    if "_cuda" in code or "cuda_" in code:
        found += [(match.start(), "cpp:named", match[0]) for match in _NAMED.finditer(code)]
    guarded = _guarded_lines(code) | _dispatches(code)
    found += [
        (match.start(2), "cpp:macro", match[2].strip())
        for match in _CONDITION.finditer(code)
        if _OF_A_VENDOR.search(match[2])
    ]
    told: set[tuple[int, str]] = set()
    for offset, key, shown in sorted(found):
        place = text.at(offset)
        if (place.line, key) not in told:
            told.add((place.line, key))
            yield from symbols.found(key, shown, place, guarded=place.line in guarded)


def scan_kernels(text: Text, symbols: TextSymbols, key: str, name: str) -> Iterator[Coupling]:
    """A source that is all kernels is one coupling, where the first of its words stands that only its compiler takes; so is
    each kind of what a translation leaves as it is, where it comes first.
    """
    code = _NO_CODE.sub(blank, text.text)
    own = [match.start() for use in _USES.values() if (match := use.search(code))]
    included = [
        match.start(1)
        for match in _INCLUDE.finditer(text.text)
        if any(one.match(match[1]) for one in _HEADERS.values())
    ]
    yield from symbols.found(key, name, text.at(min((*own, *included), default=len(code) - len(code.lstrip()))))
    guarded = _guarded_lines(code)
    for hard, use in _HARD.items():
        places = ((match[0], text.at(match.start())) for match in use.finditer(code))
        if first := next(((shown, place) for shown, place in places if place.line not in guarded), None):
            yield from symbols.found(hard, " ".join(first[0].split()), first[1])


def _dispatches(code: str) -> set[int]:
    """The lines on which an `if` asks for the device of a tensor, to take one of several ways."""
    if "is_cuda" not in code:
        return set()
    return {number for number, line in enumerate(code.split("\n"), start=1) if _DISPATCH.search(line[:_READABLE])}


def _guarded_lines(code: str) -> set[int]:
    """The lines that a condition of the preprocessor switches on for one vendor, and those conditions themselves."""
    guarded: set[int] = set()
    around: list[bool] = []
    named = 0
    for number, line in enumerate(code.split("\n"), start=1):
        if match := _CONDITION.match(line):
            match match[1]:
                case "if" | "ifdef" | "ifndef":
                    around.append(
                        _OF_A_VENDOR.search(match[2]) is not None
                        and not match[2].strip().endswith(("_H", "_H_", "_HPP"))
                    )
                    named += around[-1]
                case "endif" if around:
                    if around.pop():
                        guarded.add(number)
                        named -= 1
        if named:
            guarded.add(number)
    return guarded
