"""The words of a file that can mean a coupling, found before anything is parsed: a tree is made only for a file that holds
one, and looked at only where one stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from planner.scan.python.guards import CUDA_FLAG, tells_cuda
from planner.scan.python.names import given, qualified
from planner.scan.python.sites import MOST
from planner.scan.python.syntax import Module
from planner.scan.texts.variables import VariableSymbols
from planner.vocabulary.facts import Symbol

DEVICES = ("cuda", "xpu", "hpu", "npu", "mps", "neuron", "xla", "tpu", "hip")
BACKENDS = ("nccl", "hccl", "xccl", "ccl", "lccl", "tpu_dist")
# what couples only by what stands beside it
_EXTRA = (
    "gpu",
    "NCCL",
    "cu",
    "triton",
    "device_map",
    "map_location",
    "is_cuda",
    "ops",
    "smi",
    "dcgmi",
    "nvcc",
    "hipcc",
    "bnb",
    "DistributedType",
)
# modules that hold much else beside what couples: only the function's own name tells
_OF_A_DEVICE = re.compile(r"^torch\.(?:cuda|xpu|hpu|npu|mps|tpu|neuron|backends)\b|xla|habana|torch_n|cupy|triton")
_BROAD = frozenset(
    [
        "torch",
        "nn",
        "functional",
        "distributed",
        "utils",
        "data",
        "ops",
        "fsdp",
        "parallel",
        "autograd",
        "profiler",
        "library",
        "multiprocessing",
        "version",
        "random",
        "attention",
        "amp",
        "checkpoint",
        "backends",
        "optim",
        "experimental",
        "core",
        "accelerate",
        "transformers",
        "lightning",
        "pytorch",
        "deepspeed",
        "vllm",
        "optimum",
        "numba",
        "nvidia",
        "jax",
    ]
)
# parts that are mostly names of variables: they count behind the name of a module
_VARIABLES = frozenset(["accelerator"])
# parts of a name that many other things are called
_COMMON = frozenset(["config", "core", "memory", "common", "random", "normalization", "conv", "matmul", "debug"])
_RECEIVERS = frozenset({"Tensor", "Module", "ProcessGroup", "DeviceProperties"})
_WORD = re.compile(rb"\w+")
# a blank for each byte that belongs to no word: splitting is twice as fast as an expression
# names by which programs ask for a device, or set something of one
NAMED = re.compile(
    rb"^(?:is|has)_(?:torch_)?(?:cuda|xpu|npu|hpu|mps|neuron|neuroncore|xla|tpu)(?:_available)?$|cudnn_\w|^CUDNN_|^nccl_\w"
    rb"|(?:^|_)(?:CUDA|TRITON|XPU|NPU|HPU|MPS|XLA|TPU|FLASH_ATTN|XFORMERS)_(?:IS_)?AVAILABLE$|(?:^|_)cuda_?graphs?(?:_|$)"
    rb"|^D_*CUDA_|(?:^|_)(?:cuda|nvidia|neuron|rocm|habana|npu|xpu|hpu|CUDA|NVIDIA|NEURON|ROCM|NPU|XPU|HPU)(?:_|$)"
    rb"|^MULTI_(?:GPU|NPU|XPU|HPU|NEURON)$|cuda_(?:gpus|cflags)$|^use_cuda$"
    rb"|^(?:require|needs|only|skip|run_?if)\w*_(?:cuda|gpu|xpu|npu|hpu|mps|neuron|xla|tpu)(?:_|$)"
)
_BLANKS = bytes(byte if (chr(byte).isalnum() and byte < 128) or byte == ord("_") else ord(" ") for byte in range(256))
_ALIAS = re.compile(rb"\bas\s+(\w+)")
_FROM = re.compile(rb"from\s+[\w.]+\s+import\s*(\([^()]*\)|[^\n]*)")
# the first name of the dotted name that ends here
_CHAIN = re.compile(rb"(?<![\w.])(\w+)(?:\s*\.\s*\w+)*\s*\.\s*\Z")
# a question whether a package is there
_LOOKED_FOR = re.compile(
    rb"\bfind_spec\(\s*[\"'](torch_xla|torch_npu|torch_neuronx|habana_frameworks|intel_extension_for_pytorch)\b"
)
_USED = re.compile(rb"\b(\w+)\s*[.(\[]")
_DOT = re.compile(rb"\.\s*\Z")
_REACH = 100
_REMEMBERED = 200_000
# more names than these are sooner found by looking at every word
_FEW = 50
# a device by its number: `.to(0)`, `.to(rank)`, `device=0`; not `.to(device)`, the commonest call of all
_NUMBERED = rb"(?:\d|[\w.]*(?:rank|gpu|idx|index|card|local)\w*\b|[A-Z][A-Z_]*\b)"
# each begins with a text of its own, which is found fast; none may stand within a longer word
_PATTERNS = (
    re.compile(rb"\.to\(\s*" + _NUMBERED),
    re.compile(rb"device\s*(?::[\w.|\[\] ]+)?=\s*" + _NUMBERED),
    re.compile(rb"device\(\s*" + _NUMBERED),
    # a selection by a mask
    re.compile(
        rb"\[(?:~?\w{0,50}mask\w{0,50}|~\w[^\[\]\n]{0,200}|[^\[\]\n:]{0,200}(?:[<>]=?|[=!]=)[^\[\]\n:]{0,200})\]"
    ),
)
_FIRST = re.compile(rb"\w+|\[")


class Words:
    """What to look for, from the symbols of a catalog and the names of what a project compiles."""

    def __init__(self, symbols: Mapping[str, Symbol], more: Iterable[str] = ()) -> None:
        self.variables = VariableSymbols(symbols)
        self.words: set[bytes] = {word.encode() for word in (*DEVICES, *BACKENDS, *_EXTRA, *more)}
        self.functions: set[bytes] = set()
        self.methods: set[bytes] = set()
        self.families: set[str] = set()
        self.patterns: list[re.Pattern[bytes]] = list(_PATTERNS)
        # words of the files read so far, and those of them that name a device or a variable: most words come again
        self._seen: set[bytes] = set()
        self._named: set[bytes] = set()
        for name, symbol in symbols.items():
            if ":" not in name.partition("(")[0] and set(symbol.effects.values()) != {"works"}:
                self._learn(name)
                if symbol.rule == "DEV221" and name.startswith("torch.") and "(" not in name:
                    # such functions are methods of tensors, too
                    self.methods.add(name.rpartition(".")[2].encode())

    def _learn(self, name: str) -> None:
        base, _, argument = name.partition("(")
        parts = base.removeprefix("with ").removesuffix(".*").split(".")
        if parts[-1] == "from_pretrained":
            # the commonest call of its library: an argument tells
            self.words.add(argument.partition("=")[0].encode())
            return
        if not all(part.isidentifier() for part in parts) or argument.rstrip(")").rpartition("=")[2] in DEVICES:
            # an expression, or a call that its device gives away
            return
        if base == "torch.device":
            # a device by its number, as below
            return
        owner = parts[-2] if len(parts) > 1 else ""
        # what to look for instead of a part that many other things are called
        telling = next((part for part in parts[-2::-1] if part not in _COMMON | _BROAD), owner)
        if argument.startswith("Tensor."):
            # a size read from a tensor: `torch.arange(lengths.item())`
            inner = argument.rstrip(")").rpartition(".")[2].encode()
            self.patterns.append(re.compile(parts[-1].encode() + rb"\s*\([^\n]{0,200}\." + inner + rb"\("))
        elif base.endswith(".*") and parts[-1] in _VARIABLES:
            self.functions.add(parts[-1].encode())
        elif base.endswith(".*") or (len(parts) == 1 and not argument):
            self.words.add((parts[-1] if parts[-1] not in _COMMON else telling).encode())
        elif owner in _RECEIVERS:
            # moves are told by what they are given
            self.methods.update({parts[-1].encode()} - {b"to"})
        elif owner in _BROAD:
            self.functions.add(parts[-1].encode())
        elif owner in _VARIABLES:
            self.functions.add(owner.encode())
        else:
            self.words.add((owner if owner not in _COMMON else telling).encode())
        for end in range(1, len(parts) + 1):
            if end == len(parts) or parts[end - 1] not in _BROAD:
                self.families.add(".".join(parts[:end]))

    def find(self, content: bytes) -> set[tuple[int, int]]:
        """Where the words stand as far as the text tells it, without aliases; most files hold none."""
        held = set(content.translate(_BLANKS).split())
        fresh = held - self._seen
        self._named.update(word for word in fresh if b"_" in word and self._names_a_device(word))
        if len(self._seen) > _REMEMBERED:
            self._seen.clear()
        self._seen |= fresh
        words = (held & self.words) | (held & self._named)
        found = {place for word in words for place in _places(content, word)}
        found.update(self._calls(content, held))
        for pattern in self.patterns:
            found.update(_first(match, content) for match in pattern.finditer(content) if _is_whole(match, content))
        # too many are refused, wherever they stand
        return found if len(found) > MOST else {place for place in found if not _in_prose(content, place[0])}

    def aliases(self, module: Module) -> set[tuple[int, int]]:
        """Where other names of what matters stand, which the imports and assignments of a file tell."""
        names = self._names(module) - self.words
        if len(names) > _FEW:
            return {match.span() for match in _WORD.finditer(module.content) if match[0] in names}
        return {place for name in names for place in _places(module.content, name)}

    def _names_a_device(self, word: bytes) -> bool:
        return NAMED.search(word) is not None or (word.isupper() and self.variables.key(word.decode()) is not None)

    def _calls(self, content: bytes, held: set[bytes]) -> Iterator[tuple[int, int]]:
        """Functions of torch and methods of tensors, whose names mean much else elsewhere."""
        for method in held & self.methods:
            yield from (
                place for place in _places(content, method) if _DOT.search(content, max(0, place[0] - 9), place[0])
            )
        functions = held & self.functions
        if not functions:
            return
        roots = {b"torch", *_ALIAS.findall(content)}
        for listed in _FROM.findall(content):
            roots.update(_WORD.findall(listed))
        for function in functions:
            for start, end in _places(content, function):
                before = _CHAIN.search(content, max(0, start - _REACH), start)
                if before[1] in roots if before else function in roots:
                    yield start, end

    def _names(self, module: Module) -> set[bytes]:
        """Names under which a file knows what matters: imported, or assigned."""
        scope = module.scope
        found = {
            name
            for name, meant in module.imported.items()
            if any(self._in_family(given(one, scope) or one) for one in meant)
        }
        names = {name.encode() for name in found} | {name.rpartition(".")[2].encode() for name in scope.given}
        # one name may stand for another that stands for what matters
        while fresh := set(self._renamed(module, self.words | self.functions | names)) - names:
            names |= fresh
        return names

    def _renamed(self, module: Module, known: set[bytes]) -> Iterator[bytes]:
        for node in module.renamed:
            right, left = node.child_by_field_name("right"), node.child_by_field_name("left")
            if right is None or left is None or (right.text or b"").rpartition(b".")[2] not in known:
                continue
            meant = qualified(right, module.context(node).scope)
            if meant and self._in_family(meant):
                yield (left.text or b"").rpartition(b".")[2]

    def given(self, module: Module) -> Iterator[tuple[str, str]]:
        """What other files may import from a module: names of what matters, and flags that tell whether CUDA, or a vendor's package,
        is there.
        """
        used: set[bytes] | None = None
        for name, bindings in module.scope.bound.items():
            for binding in bindings:
                node = binding.node
                if binding.qualified:
                    meant = binding.qualified if self._matters(binding.qualified) else None
                    # one that is used here was imported for that, not for others
                    if meant and used is None:
                        used = set(_USED.findall(module.content))
                    if meant and used is not None and name.encode() not in used:
                        yield name, meant
                elif node is not None and (package := _LOOKED_FOR.search(node.text or b"")):
                    yield name, f"flag.{package[1].decode()}"
                elif node is not None and b"cuda" in (node.text or b""):
                    named = qualified(node, module.scope) if node.type in ("identifier", "attribute") else None
                    if named and self._matters(named):
                        yield name, named
                    elif named is None and tells_cuda(node, module.scope).when_true:
                        yield name, CUDA_FLAG

    def _matters(self, name: str) -> bool:
        return (
            "." in name.strip(".")
            and not name.startswith(".")
            and _OF_A_DEVICE.search(name) is not None
            and self._in_family(name)
        )

    def _in_family(self, name: str) -> bool:
        """Whether a qualified name is one that matters, or lies below one."""
        while name:
            if name in self.families:
                return True
            name = name.rpartition(".")[0]
        return False


def _places(content: bytes, word: bytes) -> Iterator[tuple[int, int]]:
    """Where a word stands as a whole."""
    at = content.find(word)
    while at >= 0:
        end = at + len(word)
        if not _joins(content[at - 1 : at]) and not _joins(content[end : end + 1]):
            yield at, end
        at = content.find(word, end)


def _joins(char: bytes) -> bool:
    return char.isalnum() or char == b"_"


def _first(match: re.Match[bytes], content: bytes) -> tuple[int, int]:
    """Where the first word of a match stands."""
    first = _FIRST.search(content, match.start())
    return first.span() if first is not None else match.span()


def _is_whole(match: re.Match[bytes], content: bytes) -> bool:
    """Whether a match does not begin within a word; an index stands behind what it selects from."""
    before = content[match.start() - 1 : match.start()] if match.start() else b""
    within = _joins(before)
    return (within or before in (b"]", b")")) if match[0].startswith(b"[") else not within or match[0].startswith(b".")


def _in_prose(content: bytes, at: int) -> bool:
    """Whether a place stands in a comment or in an example of a docstring, as far as its line tells."""
    before = content[content.rfind(b"\n", 0, at) + 1 : at].lstrip()
    return before.startswith((b"#", b">>> ", b"... "))
