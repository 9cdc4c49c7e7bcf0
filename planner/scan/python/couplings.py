"""The couplings of a Python file: what each site means, how it is guarded, and what it does on each target."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from planner.findings.rule import rule_ids
from planner.scan.inventory import Coupling, CouplingClass, Kernel
from planner.scan.python.names import constant, needs_cuda, qualified, string_value
from planner.scan.python.syntax import Context, Site, parse, text
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

if TYPE_CHECKING:
    from tree_sitter import Node

# files without any of these words hold nothing for the rules below, and are not parsed
WORDS = re.compile(rb"cuda|nccl|triton|cpp_extension|xpu|hpu|npu|neuron|mps|_VISIBLE_|xla|rocm|hip", re.IGNORECASE)
_DEVICE = re.compile(r"(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(:.*)?")
_BACKENDS = {"nccl", "hccl", "xccl"}
_DEVICE_CALLS = ("torch.device", "torch.Generator", "torch.autocast", "torch.amp.autocast", "torch.set_default_device")
# what runs only where the guard holds, and whose absence elsewhere costs nothing
_SKIPPABLE = {"DEV203", "DEV208", "DEV209", "DEV210", "DEV211", "DEV212", "DEV214"}


@dataclass
class PythonCouplings:
    """What one file holds."""

    couplings: list[Coupling] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)


def python_couplings(content: bytes, path: str, symbols: Mapping[str, Symbol]) -> PythonCouplings:
    """All couplings and kernels of a file, in the order of the text."""
    reader = _Reader(path, symbols)
    for site in parse(content):
        reader.read(site)
    return reader.found


class _Reader:
    def __init__(self, path: str, symbols: Mapping[str, Symbol]) -> None:
        self.path = path
        self.symbols = symbols
        self.rules = set(rule_ids())
        self.found = PythonCouplings()

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
        elif symbol := self._symbol(qualified(node, scope)):
            self._add(site, symbol.name, qualified(node, scope) or symbol.name)

    def _identifier(self, site: Site) -> None:
        parent = site.node.parent
        if parent is None or parent.type in (
            "attribute", "keyword_argument", "aliased_import", "dotted_name", "import_from_statement", "parameters",
        ):  # fmt: skip
            return
        name = qualified(site.node, site.context.scope)
        # a name that was imported; one that was assigned is reported where it is assigned
        if (
            name
            and "." in name
            and name.rpartition(".")[2] != name
            and self._imported(site)
            and (symbol := self._symbol(name))
        ):
            self._add(site, symbol.name, name)

    def _imported(self, site: Site) -> bool:
        name = text(site.node)
        return any(binding.qualified for scope in site.context.scope.chain() for binding in scope.bound.get(name, ()))

    def _call(self, site: Site) -> None:
        function = site.node.child_by_field_name("function")
        if function is None or function.type != "attribute":
            return
        method = function.child_by_field_name("attribute")
        owner = function.child_by_field_name("object")
        if method is None or owner is None:
            return
        if text(method) == "cuda" and qualified(function, site.context.scope) is None:
            self._add(replace(site, node=method), "Tensor.cuda", ".cuda()")
        elif text(method) == "to":
            for argument in _arguments(site.node)[:1]:
                if isinstance(constant(argument, site.context.scope), int):
                    self._add(site, "Tensor.to(int)", ".to(<int>)")

    def _string(self, site: Site) -> None:
        value = string_value(site.node)
        if value is None:
            return
        if value in _BACKENDS:
            self._add(site, f"backend:{value}", value)
        elif f"env:{value}" in self.symbols:
            self._add(site, f"env:{value}", value)
        elif (match := _DEVICE.fullmatch(value)) and not _is_key(site.node):
            device = match[1]
            if _in_comparison(site.node):
                self._add(site, "device.type==cuda" if device == "cuda" else "", device, test=True)
            elif _is_device(site.node, site.context) or device == "cuda":
                confidence = "high" if _is_device(site.node, site.context) else "low"
                self._add(site, f"device:{device}", f'"{device}"', confidence=confidence)

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
        if target is None or qualified(target, site.context.scope) not in (
            "triton.jit",
            "triton.autotune",
            "triton.heuristics",
        ):
            return
        definition = site.node.parent.child_by_field_name("definition") if site.node.parent else None
        name = definition.child_by_field_name("name") if definition else None
        if name and qualified(target, site.context.scope) == "triton.jit":
            guarded = any(needs_cuda(guard.condition, guard.scope) is not None for guard in site.context.guards)
            self.found.kernels.append(Kernel(text(name), "Triton", self._position(site.node), guarded))

    def _symbol(self, name: str | None) -> Symbol | None:
        """The catalog's row for a qualified name, or for what it is a part of."""
        while name:
            if found := self.symbols.get(name) or self.symbols.get(f"{name}.*"):
                return found if found.rule in self.rules else None
            name = name.rpartition(".")[0]
        return None

    def _add(self, site: Site, key: str, shown: str, *, test: bool = False, confidence: str = "high") -> None:
        symbol = self.symbols.get(key)
        if symbol is None or symbol.rule not in self.rules:
            return
        effects, cls = dict(symbol.effects), CouplingClass.BOUND
        guards = [
            answer is guard.holds
            for guard in site.context.guards
            if (answer := needs_cuda(guard.condition, guard.scope)) is not None
        ]
        if test or (site.node.parent is not None and needs_cuda(site.node, site.context.scope) is not None):
            cls = CouplingClass.GUARDED
        if True in guards and False not in guards:
            cls = CouplingClass.GUARDED
            skipped = "ignored" if symbol.rule in _SKIPPABLE else "degrades"
            effects = {
                target: effect if effect in ("works", "review") else "works" if target == "cpu" else skipped
                for target, effect in effects.items()
            }
        elif guards:
            # only reached where CUDA is absent
            return
        if all(effect == "works" for effect in effects.values()):
            cls = CouplingClass.PORTABLE
        decides = set(effects.values()) - {"works", "review", "unknown"}
        finding = bool(decides) and not test and confidence != "low"
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

    def _position(self, node: Node) -> Position:
        return Position(self.path, node.start_point[0] + 1, node.start_point[1] + 1)


def _replacement(symbol: Symbol | None) -> str:
    if symbol is None or not symbol.replacement:
        return ""
    return f"{symbol.replacement} (torch {symbol.since} or newer)" if symbol.since else symbol.replacement


def _targets(symbols: Mapping[str, Symbol]) -> list[str]:
    return list(symbols["device:cuda"].effects)


def _arguments(call: Node) -> list[Node]:
    arguments = call.child_by_field_name("arguments")
    return [child for child in arguments.named_children if child.type != "comment"] if arguments else []


def _ancestors(node: Node, depth: int = 5) -> Iterator[Node]:
    parent = node.parent
    while parent is not None and depth:
        yield parent
        parent, depth = parent.parent, depth - 1


def _in_comparison(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    if parent.type in ("tuple", "list", "set") and parent.parent is not None:
        parent = parent.parent
    if parent.type == "argument_list" and parent.parent is not None:
        function = parent.parent.child_by_field_name("function")
        return function is not None and text(function).endswith((".startswith", ".find", ".count"))
    return parent.type == "comparison_operator"


def _is_key(node: Node) -> bool:
    """Whether a string names an entry rather than a device: a key of a dictionary or subscript."""
    parent = node.parent
    if parent is None:
        return False
    return parent.type == "subscript" or (parent.type == "pair" and parent.child_by_field_name("key") == node)


def _is_device(node: Node, context: Context) -> bool:
    """Whether a string stands where a device is expected."""
    for parent in _ancestors(node):
        match parent.type:
            case "keyword_argument" | "assignment" | "default_parameter" | "typed_default_parameter" | "pair":
                name = next(
                    (child for key in ("name", "left", "key") if (child := parent.child_by_field_name(key))), None
                )
                return name is not None and any(
                    word in text(name).lower() for word in ("device", "map_location", "dev", "cuda")
                )
            case "call":
                function = parent.child_by_field_name("function")
                if function is None:
                    return False
                name_text = qualified(function, context.scope) or text(function)
                if name_text.endswith(".add_argument"):
                    return "device" in text(parent)
                return name_text in _DEVICE_CALLS or name_text.endswith((".to", ".device", ".autocast", "GradScaler"))
            case "argument_list" | "conditional_expression" | "parenthesized_expression" | "boolean_operator":
                continue
            case "return_statement":
                return True
            case _:
                return False
    return False
