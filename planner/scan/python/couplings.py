"""The couplings of a Python file: what each site means, how it is guarded, and what it does on each target."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from planner.findings.rule import rule_ids
from planner.scan.inventory import Coupling, CouplingClass, Kernel
from planner.scan.python.calls import call_forms, integer_device, is_number, matching, moved_to
from planner.scan.python.names import assigned, is_optional, qualified, string_value, tells_cuda
from planner.scan.python.sites import sites
from planner.scan.python.strings import in_comparison, in_environment, is_device, is_key, is_printed, takes_a_type
from planner.scan.python.syntax import Context, Guard, Module, Site, text
from planner.scan.python.words import Words
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

if TYPE_CHECKING:
    from tree_sitter import Node

_DEVICE = re.compile(r"(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(:.*)?", re.DOTALL)
_BACKENDS = re.compile(r"(?:^|:)(nccl|hccl|xccl)(?:$|,)")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
_TYPED = re.compile(r"torch\.cuda\.\w+Tensor")
_METHODS = {"cuda", "xpu", "hpu", "npu", "tpu", "neuron"}
# where a test for CUDA holds
_WITH_CUDA = {"cuda", "rocm"}
# what runs only where the guard holds, and whose absence elsewhere costs nothing
_SKIPPABLE = {"DEV203", "DEV208", "DEV209", "DEV210", "DEV211", "DEV212", "DEV214"}


@dataclass
class PythonCouplings:
    """What one file holds."""

    couplings: list[Coupling] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)

    def add(self, other: PythonCouplings) -> None:
        """Take in what another file holds."""
        self.couplings += other.couplings
        self.kernels += other.kernels


class PythonScanner:
    """Reads Python files; what the catalog's symbols mean is prepared once."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        rules = set(rule_ids())
        self.symbols = {name: symbol for name, symbol in symbols.items() if symbol.rule in rules}
        self.forms = call_forms(self.symbols)
        self.words = Words(self.symbols)
        self.variables = self.words.variables

    def scan(self, content: bytes, path: str) -> PythonCouplings:
        """All couplings and kernels of a file, in the order of the text."""
        reader = _Reader(path, content, self)
        if places := self.words.find(content):
            module = Module(content)
            for site in sites(module, places | self.words.aliases(module)):
                reader.read(site)
        return reader.found


class _Reader:
    def __init__(self, path: str, content: bytes, known: PythonScanner) -> None:
        self.path = path
        self.content = content
        self.known = known
        self.symbols = known.symbols
        self.found = PythonCouplings()
        # arguments that a finding of their call has spoken of already
        self.told: set[int] = set()
        # what each guard and those around it tell of CUDA
        self.guards: dict[Guard, frozenset[bool | None]] = {}

    def read(self, site: Site) -> None:
        match site.node.type:
            case "attribute":
                self._attribute(site)
            case "identifier":
                self._identifier(site)
            case "call":
                self._call(site)
            case "string":
                self._string(site)
            case "keyword_argument":
                self._keyword(site)
            case "default_parameter" | "typed_default_parameter":
                self._default(site)
            case "import_statement" | "import_from_statement":
                self._import(site)
            case "decorator":
                self._decorator(site)

    def _attribute(self, site: Site) -> None:
        node, scope = site.node, site.context.scope
        if node.parent is not None and node.parent.type in ("attribute", "decorator"):
            return
        name = node.child_by_field_name("attribute")
        if name and text(name) == "is_cuda":
            self._add(site, "Tensor.is_cuda", "Tensor.is_cuda", test=True)
            return
        full = qualified(node, scope)
        if (symbol := self._symbol(full)) and not self._told_elsewhere(node, site.context):
            self._add(site, symbol.name, full or symbol.name)

    def _told_elsewhere(self, node: Node, context: Context) -> bool:
        """Whether the name stands for something that was assigned, and reported where it was."""
        owner: Node | None = node
        while owner is not None:
            if (bound := assigned(owner, context.scope)) and self._symbol(bound):
                return True
            owner = owner.child_by_field_name("object") if owner.type == "attribute" else None
        return False

    def _identifier(self, site: Site) -> None:
        parent = site.node.parent
        if parent is None or parent.type in (
            "attribute", "keyword_argument", "aliased_import", "dotted_name", "import_from_statement", "parameters",
            "decorator",
        ):  # fmt: skip
            return
        if parent.type == "assignment" and parent.child_by_field_name("left") == site.node:
            return
        if parent.type == "comparison_operator" and is_optional(site.node, site.context.scope):
            return
        name = qualified(site.node, site.context.scope)
        # a name that was imported; one that was assigned is reported where it is assigned
        if name and "." in name and self._imported(site) and (symbol := self._symbol(name)):
            self._add(site, symbol.name, name)

    def _imported(self, site: Site) -> bool:
        name = text(site.node)
        return any(binding.qualified for scope in site.context.scope.chain() for binding in scope.bound.get(name, ()))

    def _call(self, site: Site) -> None:
        function = site.node.child_by_field_name("function")
        if function is None:
            return
        scope = site.context.scope
        name = qualified(function, scope)
        if name:
            compiled = "torch.utils.cpp_extension.load(with_cuda=True)"
            if name == "torch.utils.cpp_extension.load" and ".cu" in text(site.node):
                self._add(site, compiled, name)
            for symbol, argument in matching(name, site.node, scope, self.known.forms):
                self._tell(argument)
                self._add(site, symbol.name, symbol.name)
        if (number := integer_device(site.node, scope)) is not None:
            self._add(replace(site, node=number), "device=int", "device=<int>")
        if function.type == "attribute" and name is None:
            self._method(site, function)

    def _method(self, site: Site, function: Node) -> None:
        method = function.child_by_field_name("attribute")
        if method is None:
            return
        word = text(method)
        if word in _METHODS:
            self._add(replace(site, node=method), f"Tensor.{word}", f".{word}()")
        elif word == "to" and (first := moved_to(site.node)) is not None and is_number(first, site.context.scope):
            self._add(site, "Tensor.to(int)", ".to(<int>)")

    def _tell(self, argument: Node | None) -> None:
        if argument is not None:
            self.told.add(argument.start_byte)

    def _string(self, site: Site) -> None:
        value = string_value(site.node)
        if value is None or site.node.start_byte in self.told:
            return
        if match := _BACKENDS.search(value):
            if not in_comparison(site.node) and not is_key(site.node):
                self._add(site, f"backend:{match[1]}", match[1])
        elif _VARIABLE.fullmatch(value):
            if (key := self.known.variables.key(value)) and in_environment(site.node):
                self._add(site, key, value)
        elif _TYPED.fullmatch(value):
            if takes_a_type(site.node):
                self._add(site, "torch.cuda.FloatTensor", value)
        elif (match := _DEVICE.fullmatch(value)) and not is_key(site.node):
            device = match[1]
            if in_comparison(site.node):
                self._add(site, "device.type==cuda" if device == "cuda" else "", device, test=True)
            elif is_device(site.node, site.context):
                self._add(site, f"device:{device}", f'"{device}"')
            elif device == "cuda":
                self._add(site, "device:cuda", '"cuda"', confidence="low")

    def _keyword(self, site: Site) -> None:
        """A variable that is set by keyword: `dict(os.environ, CUDA_VISIBLE_DEVICES="0")`."""
        name = site.node.child_by_field_name("name")
        if name is not None and (key := self.known.variables.key(text(name))) and in_environment(name):
            self._add(site, key, text(name))

    def _default(self, site: Site) -> None:
        name, value = site.node.child_by_field_name("name"), site.node.child_by_field_name("value")
        if name is not None and value is not None and text(name) == "device" and is_number(value, site.context.scope):
            self._add(replace(site, node=value), "device=int", "device=<int>")

    def _import(self, site: Site) -> None:
        module = site.node.child_by_field_name("module_name")
        if site.node.type == "import_from_statement" and module:
            names = [
                f"{text(module)}.{text(child.child_by_field_name('name') or child)}"
                for child in site.node.children_by_field_name("name")
            ]
        else:
            names = [text(child.child_by_field_name("name") or child) for child in site.node.named_children]
        for name in names:
            if name == "torch.cuda" or name.startswith("torch.cuda."):
                symbol = self._symbol(name)
                self._record(
                    site, symbol.rule if symbol else "DEV203", name, CouplingClass.PORTABLE, dict.fromkeys(_targets(self.symbols), "works"),
                    "the import itself works in every build; its uses are listed where they stand", symbol, finding=False,
                )  # fmt: skip

    def _decorator(self, site: Site) -> None:
        expression = site.node.named_children[0] if site.node.named_children else None
        if expression is None:
            return
        target = expression.child_by_field_name("function") if expression.type == "call" else expression
        name = qualified(target, site.context.scope) if target is not None else None
        if name is None or target is None:
            return
        if name.startswith("triton."):
            self._kernel(site, name)
        elif expression.type != "call" and (symbol := self._symbol(name)):
            self._add(replace(site, node=target), symbol.name, name)

    def _kernel(self, site: Site, name: str) -> None:
        definition = site.node.parent.child_by_field_name("definition") if site.node.parent else None
        function = definition.child_by_field_name("name") if definition else None
        if function and name == "triton.jit":
            guarded = any(not tells_cuda(guard.condition, guard.scope).nothing for guard in site.context.guards())
            self.found.kernels.append(Kernel(text(function), "Triton", self._position(site.node), guarded))

    def _symbol(self, name: str | None) -> Symbol | None:
        """The catalog's row for a qualified name, or for what it is a part of."""
        if not name or name.startswith("triton."):
            return None
        found = self.symbols.get(name)
        while found is None and "." in name:
            name = name.rpartition(".")[0]
            found = self.symbols.get(f"{name}.*") or self.symbols.get(name)
        return found

    def _add(self, site: Site, key: str, shown: str, *, test: bool = False, confidence: str = "high") -> None:
        symbol = self.symbols.get(key)
        if symbol is None:
            return
        effects, cls = dict(symbol.effects), CouplingClass.BOUND
        known = self._known(site.context)
        if test or not tells_cuda(site.node, site.context.scope).nothing:
            cls = CouplingClass.GUARDED
        if False in known:
            # only reached where CUDA is absent
            if _belongs_to_cuda(symbol):
                return
            cls = CouplingClass.GUARDED
            effects |= dict.fromkeys(effects.keys() & _WITH_CUDA, "works")
        if True in known or _tested(symbol, site.context):
            cls = CouplingClass.GUARDED
            skipped = "ignored" if symbol.rule in _SKIPPABLE else "degrades"
            effects = {
                target: effect if effect in ("works", "review") else "works" if target == "cpu" else skipped
                for target, effect in effects.items()
            }
        if effects and all(effect == "works" for effect in effects.values()):
            cls = CouplingClass.PORTABLE
        decides = set(effects.values()) - {"works", "review", "unknown"}
        # what is not known to work anywhere is no less a finding
        finding = bool(decides or "works" not in effects.values()) and not test and confidence != "low"
        # whether there is a device, asked only to be printed, decides nothing
        finding = finding and not (key.endswith(".is_available") and is_printed(site.node))
        self._record(site, symbol.rule, shown, cls, effects, symbol.says, symbol, confidence, finding)

    def _record(
        self, site: Site, rule: str, shown: str, cls: CouplingClass, effects: Mapping[str, str], says: str,
        symbol: Symbol | None, confidence: str = "high", finding: bool = True,
    ) -> None:  # fmt: skip
        self.found.couplings.append(
            Coupling(
                rule, shown, cls, self._position(site.node), effects, says, _replacement(symbol),
                symbol.effort if symbol else "minutes", confidence, symbol.sources if symbol else (), finding,
            )
        )  # fmt: skip

    def _known(self, context: Context) -> frozenset[bool | None]:
        """What the guards around a place tell of CUDA: that it is there, that it is not, nothing."""
        unasked = list(takewhile(lambda guard: guard not in self.guards, context.guards()))
        for guard in reversed(unasked):
            told = tells_cuda(guard.condition, guard.scope).given(guard.holds)
            self.guards[guard] = (self.guards[guard.outer] if guard.outer else frozenset()) | {told}
        return self.guards[context.guard] if context.guard else frozenset()

    def _position(self, node: Node) -> Position:
        row, column = node.start_point
        before = self.content[node.start_byte - column : node.start_byte]
        return Position(self.path, row + 1, len(before.decode("utf-8", errors="replace")) + 1)


def _belongs_to_cuda(symbol: Symbol) -> bool:
    """Whether a symbol works with CUDA and on no other accelerator."""
    works = {target for target, effect in symbol.effects.items() if effect == "works"}
    return "cuda" in works and works <= {*_WITH_CUDA, "cpu"}


def _tested(symbol: Symbol, context: Context) -> bool:
    """Whether a guard asks for an accelerator on which alone a symbol works, such as `torch.backends.mps` for `mps`."""
    works = [target for target, effect in symbol.effects.items() if effect == "works"]
    return len(works) == 1 and any(
        guard.holds != (guard.condition.type == "not_operator")
        and re.search(rf"(?<![a-z]){works[0]}(?![a-z])", text(guard.condition))
        for guard in context.guards()
    )


def _replacement(symbol: Symbol | None) -> str:
    if symbol is None or not symbol.replacement:
        return ""
    return f"{symbol.replacement} (torch {symbol.since} or newer)" if symbol.since else symbol.replacement


def _targets(symbols: Mapping[str, Symbol]) -> list[str]:
    return list(symbols["device:cuda"].effects)
