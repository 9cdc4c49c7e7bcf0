"""The words of a file that can mean a coupling, found before anything is parsed: a tree is made only for a file that holds
one, and looked at only where one stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from planner.scan.python.guards import CUDA_FLAG, tells_cuda
from planner.scan.python.names import given, qualified
from planner.scan.python.syntax import Module
from planner.scan.texts.variables import VariableSymbols
from planner.vocabulary.facts import Symbol

DEVICES = ("cuda", "xpu", "hpu", "npu", "mps", "neuron", "xla", "tpu", "hip")
BACKENDS = ("nccl", "hccl", "xccl", "ccl", "lccl", "tpu_dist")
# what couples only by what stands beside it
_EXTRA = ("gpu", "triton", "device_map", "map_location", "is_cuda", "ops", "smi", "dcgmi", "nvcc", "hipcc")
# modules that hold much else beside what couples: only the function's own name tells
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
_RECEIVERS = frozenset({"Tensor", "Module", "ProcessGroup", "DeviceProperties"})
_WORD = re.compile(rb"\w+")
_ALIAS = re.compile(rb"\bas\s+(\w+)")
_FROM = re.compile(rb"from\s+[\w.]+\s+import\s*(\([^)]*\)|[^\n]*)")
# a selection by a mask
_MASK = re.compile(rb"[\w\])](\[)(?:~?\w*mask\w*|~\w[^\[\]\n]*|[^\[\]\n:]*(?:[<>]=?|[=!]=)[^\[\]\n:]*)\]")
# the first name of the dotted name that ends here
_CHAIN = re.compile(rb"(?<![\w.])(\w+)(?:\s*\.\s*\w+)*\s*\Z")
_REACH = 100
# a device by its number: `.to(0)`, `.to(rank)`, `device=0`; not `.to(device)`, the commonest call of all
_NUMBER = re.compile(
    rb"\.(to)\(\s*(?!\w*(?:device|dtype|float|half|torch))[\w.]+\s*[,)]|\b(device)\s*[=:][\s\w:=]*=?\s*(?:\d|\w*(?:rank|gpu|idx|index|id)\b)"
)


class Words:
    """What to look for, from the symbols of a catalog and the names of what a project compiles."""

    def __init__(self, symbols: Mapping[str, Symbol], more: Iterable[str] = ()) -> None:
        self.variables = VariableSymbols(symbols)
        self.words: set[bytes] = {word.encode() for word in (*DEVICES, *BACKENDS, *_EXTRA, *more)}
        self.functions: set[bytes] = set()
        self.methods: set[bytes] = set()
        self.families: set[str] = set()
        for name, symbol in symbols.items():
            if ":" not in name.partition("(")[0] and set(symbol.effects.values()) != {"works"}:
                self._learn(name)
                if symbol.rule == "DEV221" and name.startswith("torch."):
                    # such functions are methods of tensors, too
                    self.methods.add(name.partition("(")[0].rpartition(".")[2].encode())

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
        owner = parts[-2] if len(parts) > 1 else ""
        if base.endswith(".*") or (len(parts) == 1 and not argument):
            self.words.add(parts[-1].encode())
        elif owner in _RECEIVERS:
            self.methods.add(parts[-1].encode())
        elif owner in _BROAD:
            self.functions.add(parts[-1].encode())
        else:
            self.words.add(owner.encode())
        for end in range(1, len(parts) + 1):
            if end == len(parts) or parts[end - 1] not in _BROAD:
                self.families.add(".".join(parts[:end]))

    def find(self, content: bytes) -> set[tuple[int, int]]:
        """Where the words stand as far as the text tells it, without aliases; most files hold none."""
        held = set(_WORD.findall(content))
        words = held & self.words
        words.update(word for word in held if b"_" in word and word.isupper() and self.variables.key(word.decode()))
        found = {match.span() for match in _any_of(frozenset(words)).finditer(content)} if words else set()
        found.update(self._calls(content, held))
        found.update(match.span(match.lastindex or 0) for match in _NUMBER.finditer(content))
        if b"torch" in held:
            found.update(match.span(1) for match in _MASK.finditer(content))
        return found

    def aliases(self, module: Module) -> set[tuple[int, int]]:
        """Where other names of what matters stand, which the imports and assignments of a file tell."""
        names = self._names(module) - self.words
        return {match.span() for match in _any_of(frozenset(names)).finditer(module.content)} if names else set()

    def _calls(self, content: bytes, held: set[bytes]) -> Iterator[tuple[int, int]]:
        """Functions of torch and methods of tensors, whose names mean much else elsewhere."""
        if methods := held & self.methods:
            yield from (match.span(1) for match in _after_dot(frozenset(methods)).finditer(content))
        if functions := held & self.functions:
            roots = {b"torch", *_ALIAS.findall(content)}
            for listed in _FROM.findall(content):
                roots.update(_WORD.findall(listed))
            for match in _after_dot(frozenset(functions)).finditer(content):
                before = _CHAIN.search(content, max(0, match.start() - _REACH), match.start())
                if before and before[1] in roots:
                    yield match.span(1)
            if direct := functions & roots:
                yield from (match.span() for match in _any_of(frozenset(direct)).finditer(content))

    def _names(self, module: Module) -> set[bytes]:
        """Names under which a file knows what matters: imported, or assigned."""
        scope = module.scope
        found = {
            name
            for name, meant in module.imported.items()
            if any(self._in_family(given(one, scope) or one) for one in meant)
        }
        known = (
            self.words | {name.encode() for name in found} | {name.rpartition(".")[2].encode() for name in scope.given}
        )
        # one name may stand for another that stands for what matters
        while fresh := set(self._renamed(module, known)) - known:
            known |= fresh
        return known

    def _renamed(self, module: Module, known: set[bytes]) -> Iterator[bytes]:
        for node in module.renamed:
            right, left = node.child_by_field_name("right"), node.child_by_field_name("left")
            if right is None or left is None or (right.text or b"").rpartition(b".")[2] not in known:
                continue
            meant = qualified(right, module.context(node).scope)
            if meant and self._in_family(meant):
                yield (left.text or b"").rpartition(b".")[2]

    def given(self, module: Module) -> Iterator[tuple[str, str]]:
        """What other files may import from a module: names of what matters, and flags that tell whether CUDA is there."""
        for name, bindings in module.scope.bound.items():
            for binding in bindings:
                node = binding.node
                if binding.qualified and re.search(rb"\b" + name.encode() + rb"\s*[.(\[]", module.content):
                    # imported for its own use
                    continue
                if binding.qualified or (node is not None and node.type in ("identifier", "attribute")):
                    meant = binding.qualified or (qualified(node, module.scope) if node is not None else None)
                    if meant and "." in meant.strip(".") and not meant.startswith(".") and self._in_family(meant):
                        yield name, meant
                elif node is not None and b"cuda" in (node.text or b"") and tells_cuda(node, module.scope).when_true:
                    yield name, CUDA_FLAG

    def _in_family(self, name: str) -> bool:
        """Whether a qualified name is one that matters, or lies below one."""
        while name:
            if name in self.families:
                return True
            name = name.rpartition(".")[0]
        return False


@lru_cache(maxsize=4096)
def _any_of(words: frozenset[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!\w)(?:" + _alternatives(words) + rb")(?!\w)")


@lru_cache(maxsize=1024)
def _after_dot(words: frozenset[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"\.\s*(" + _alternatives(words) + rb")(?!\w)")


def _alternatives(words: frozenset[bytes]) -> bytes:
    ordered: list[bytes] = sorted(words, key=_longest_first)
    return b"|".join(ordered)


def _longest_first(word: bytes) -> tuple[int, bytes]:
    return -len(word), word
