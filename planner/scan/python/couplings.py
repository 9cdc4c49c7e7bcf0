"""The couplings of a Python file: what each place means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from planner.scan.coupling import is_finding
from planner.scan.extensions import NONE, Extensions
from planner.scan.python.calls import canonical, integer_device, is_number, is_rank, matching, moved_to, omitted
from planner.scan.python.fallback import loses, only_tells
from planner.scan.python.imports import absolute, dotted, imported_names
from planner.scan.python.kernels import (
    LANGUAGES,
    beside_plain,
    in_kernel,
    is_kind,
    is_off,
    is_replaced,
    only_reads,
    reads_a_field,
)
from planner.scan.python.known import Known
from planner.scan.python.literals import read_string
from planner.scan.python.names import assigned, is_optional, qualified
from planner.scan.python.record import FileCouplings, Record
from planner.scan.python.scopes import text
from planner.scan.python.settings import asked_target, is_flag, named_for_a_device, named_setting, needed_target
from planner.scan.python.sites import sites, too_many
from planner.scan.python.strings import in_environment, is_alone, is_divisor, is_literal, is_told
from planner.scan.python.syntax import Context, Module, Site
from planner.scan.python.tensors import is_mask, is_tensor, made_by, on_host, only_names_a_dtype, saves_device_state
from planner.vocabulary.facts import Symbol

if TYPE_CHECKING:
    from tree_sitter import Node

_METHODS = {"cuda", "xpu", "hpu", "npu", "tpu", "neuron"}
_LEARNS = re.compile(
    rb"\b(?:import|from)\s+(?:torch|transformers|lightning|pytorch_lightning|diffusers|accelerate|vllm|cupy|numba|jax)\w*\b"
)
# libraries whose arrays have methods of the same names
_OTHERS = frozenset(["numpy", "pandas", "scipy", "cv2", "PIL", "jax", "tensorflow", "cupy", "polars", "pyarrow", "xarray", "dask", "mxnet",
                     "sklearn"])  # fmt: skip
# what a name that stands alone decides
_TESTS = (
    "if_statement", "elif_clause", "conditional_expression", "boolean_operator", "not_operator", "assert_statement",
)  # fmt: skip
# files that run while a package is built
_BUILDS = ("setup.py", "build.py")


class PythonScanner:
    """Reads Python files."""

    def __init__(self, symbols: Mapping[str, Symbol], extensions: Extensions = NONE) -> None:
        self.known = Known(symbols, extensions)

    def scan(self, content: bytes, path: str, known: Mapping[str, str] | None = None) -> FileCouplings:
        """All couplings and kernels of a file, in the order of the text; `known` are names that other files give it."""
        words = self.known.words
        reader = _Reader(path, content, self.known)
        places = words.find(content)
        too_many(places, "words")
        if places or known:
            module = Module(content, path, known)
            for site in sites(module, places | words.aliases(module)):
                reader.read(site)
            reader.record.found.learns = _LEARNS.search(content) is not None
            reader.record.found.gives = {dotted(path, name): meant for name, meant in words.given(module)}
        return reader.record.found


class _Reader:
    def __init__(self, path: str, content: bytes, known: Known) -> None:
        self.known = known
        self.symbols = known.symbols
        self.path = path
        self.record = Record(path, content, known.symbols)
        self.builds = path.rpartition("/")[2] in _BUILDS
        # arguments that a finding of their call has spoken of already
        self.told: set[int] = set()

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
            case "subscript":
                self._subscript(site)

    def _attribute(self, site: Site) -> None:
        node, scope = site.node, site.context.scope
        if node.parent is not None and node.parent.type in ("attribute", "decorator"):
            return
        name = node.child_by_field_name("attribute")
        called = (
            node.parent is not None
            and node.parent.type == "call"
            and node.parent.child_by_field_name("function") == node
        )
        # a field of tensors, and no method
        if name and text(name).startswith("is_") and f"Tensor.{text(name)}" in self.symbols and not called:
            self.record.add(site, f"Tensor.{text(name)}", f"Tensor.{text(name)}", test=not loses(node))
            return
        if (
            name
            and (setting := named_setting(text(name)))
            and node.parent is not None
            and node.parent.type == "assignment"
        ):
            self.record.add(site, setting, text(name))
            return
        if name and text(node).rpartition(".")[0].endswith("DistributedType"):
            self.record.add(site, f"accelerate:distributed_type={text(name)}", text(node), test=True)
            return
        full = qualified(node, scope)
        if full and full.startswith("torch.ops."):
            self._operator(site, full)
        elif (symbol := self.known.symbol(full)) is None:
            self._by_name(site)
        elif not self._told_elsewhere(node, site.context):
            self._named(site, symbol, full or symbol.name)

    def _operator(self, site: Site, full: str) -> None:
        """An operator that this project compiles and registers, or one of a vendor's."""
        if self.known.extensions.registers(full.split(".")[2]):
            self.record.add(site, self.known.compiled("torch.ops"), ".".join(full.split(".")[:4]))
        elif symbol := self.known.symbol(full):
            self._named(site, symbol, full)

    def _named(self, site: Site, symbol: Symbol, shown: str) -> None:
        """Note a name the catalog knows."""
        if symbol.rule == "DEV222" and (
            only_names_a_dtype(site.node, site.context.scope) or on_host(site.node, site.context.scope)
        ):
            return
        if (symbol.name == "torch.use_deterministic_algorithms" and is_off(site.node)) or beside_plain(
            site.node, symbol
        ):
            return
        # a kernel has been told of where it is
        if only_reads(site.node, symbol) or (symbol.rule == "KRN303" and in_kernel(site.node)):
            return
        if symbol.name == "torch.save" and not saves_device_state(site.node, site.context.scope):
            return
        if symbol.name == "torch.accelerator.current_accelerator" and reads_a_field(site.node):
            self.record.add(site, f"{symbol.name}().type", f"{shown}().type")
            return
        alone, build = f"{symbol.name} alone", f"build:{symbol.name}"
        key = symbol.name
        if f"{key} as divisor" in self.symbols and is_divisor(site.node):
            key = f"{key} as divisor"
        if (alone in self.symbols and is_alone(site.node)) or (self.builds and build in self.symbols):
            key = build if self.builds else alone
        if is_replaced(site.node):
            return
        # whether there is a device, or for which torch was built, decides nothing where it is only told
        printed = symbol.name.endswith(".is_available") and (is_told(site.node) or only_tells(site.node))
        told = symbol.name.startswith("torch.version.") and is_told(site.node)
        self.record.add(
            site, key, shown, quiet=printed or told or (symbol.rule in ("DST502", "DST505") and is_kind(site.node))
        )

    def _told_elsewhere(self, node: Node, context: Context) -> bool:
        """Whether the name stands for something that was assigned, and reported where it was."""
        owner: Node | None = node
        while owner is not None:
            if (bound := assigned(owner, context.scope)) and self.known.symbol(bound):
                return True
            owner = owner.child_by_field_name("object") if owner.type == "attribute" else None
        return False

    def _identifier(self, site: Site) -> None:
        parent = site.node.parent
        if parent is None or parent.type in (
            "attribute", "aliased_import", "dotted_name", "import_from_statement", "parameters", "decorator", "class_definition", "function_definition",
        ):  # fmt: skip
            return
        if parent.type in ("assignment", "augmented_assignment") and (setting := named_setting(text(site.node))):
            if site.node == parent.child_by_field_name("left"):
                self._setting(site, setting, parent.child_by_field_name("right"))
            return
        if parent.type in ("assignment", "keyword_argument") and site.node in (
            parent.child_by_field_name("left"), parent.child_by_field_name("name"),
        ):  # fmt: skip
            return
        if parent.type == "comparison_operator" and is_optional(site.node, site.context.scope):
            return
        if (target := asked_target(text(site.node))) and parent.type != "aliased_import":
            # a helper that asks for a device by its name, of this project or of a library
            self.record.add(site, f"device.type=={target}", text(site.node), test=True)
            return
        if is_flag(text(site.node)) and parent.type in _TESTS:
            self.record.add(site, "device.type==cuda", text(site.node), test=True)
            return
        name = qualified(site.node, site.context.scope)
        # a name that was imported; one that was assigned is reported where it is assigned
        if name and "." in name and self._imported(site) and (symbol := self.known.symbol(name)):
            self._named(site, symbol, name)
        elif parent.type == "call" and parent.child_by_field_name("function") == site.node:
            self._by_name(site)

    def _by_name(self, site: Site) -> None:
        """List what is for one kind of device by its name alone."""
        if name := named_for_a_device(text(site.node)):
            self.record.add(site, "named for a device", name)

    def _imported(self, site: Site) -> bool:
        name = text(site.node)
        return any(binding.qualified for scope in site.context.scope.chain() for binding in scope.bound.get(name, ()))

    def _call(self, site: Site) -> None:
        function = site.node.child_by_field_name("function")
        if function is None:
            return
        scope = site.context.scope
        name = qualified(function, scope)
        if function.type == "attribute" and (name is None or canonical(name) == "transformers.from_pretrained"):
            self._method(site, function)
        elif name:
            compiled = "torch.utils.cpp_extension.load(with_cuda=True)"
            if name == "torch.utils.cpp_extension.load" and ".cu" in text(site.node):
                self.record.add(site, compiled, name)
            self._forms(site, name)
        if (number := integer_device(site.node, scope)) is not None:
            known = "transformers.from_pretrained(device_map=int)" if number[0] == "device_map" else "device=int"
            self.record.add(replace(site, node=number[1]), known, f"{number[0]}=<int>")

    def _forms(self, site: Site, name: str) -> bool:
        """Note what a call means by its arguments; whether it means anything."""
        any_ = False
        for symbol, argument in matching(name, site.node, site.context.scope, self.known.forms):
            any_ = True
            if argument is not None and is_finding(symbol, symbol.effects):
                self.told.add(argument.start_byte)
            self.record.add(replace(site, node=argument) if argument else site, symbol.name, symbol.name)
        return any_

    def _method(self, site: Site, function: Node) -> None:
        method, owner = function.child_by_field_name("attribute"), function.child_by_field_name("object")
        if method is None or owner is None:
            return
        word, scope = text(method), site.context.scope
        if word in _METHODS:
            self.record.add(replace(site, node=method), f"Tensor.{word}", f".{word}()")
        elif (
            word == "to"
            and (first := moved_to(site.node)) is not None
            and (is_number(first, scope) or is_rank(first, scope))
        ):
            self.record.add(site, "Tensor.to(int)", ".to(<int>)")
        elif word in ("from_pretrained", "from_config"):
            self._forms(site, f"transformers.{word}")
        elif word in self.known.methods and not self._of_another_library(owner, site.context):
            self._tensor_method(site, word, owner)

    def _tensor_method(self, site: Site, word: str, owner: Node) -> None:
        if self._forms(site, f"Tensor.{word}"):
            return
        symbol = self.symbols.get(f"Tensor.{word}")
        if symbol is None and is_tensor(owner, site.context.scope):
            # a method that is also a function: `mask.masked_select(…)`
            symbol = self.symbols.get(f"torch.{word}")
            symbol = symbol if symbol is not None and symbol.rule == "DEV221" else None
        if symbol is not None and not (symbol.rule == "DEV222" and on_host(site.node, site.context.scope)):
            self.record.add(site, symbol.name, f".{word}()")

    def _of_another_library(self, owner: Node, context: Context) -> bool:
        made = made_by(owner, context.scope)
        return made is not None and made.split(".")[0] in _OTHERS

    def _subscript(self, site: Site) -> None:
        """A selection by a mask: its size is read from the data. Assigning through a mask keeps the shape."""
        value = site.node.child_by_field_name("value")
        index = next(iter(site.node.children_by_field_name("subscript")), None)
        parent = site.node.parent
        if value is None or index is None or parent is None:
            return
        if parent.type in ("assignment", "augmented_assignment", "delete_statement") and parent.child_by_field_name(
            "left"
        ) in (site.node, None):
            return
        if is_mask(index, site.context.scope) and not self._of_another_library(value, site.context):
            self.record.add(site, "Tensor[mask]", f"{text(value)}[{text(index)}]"[:60])

    def _string(self, site: Site) -> None:
        if site.node.start_byte not in self.told:
            read_string(site, self.record, self.known, builds=self.builds)

    def _keyword(self, site: Site) -> None:
        """A variable that is set by keyword, as in `dict(os.environ, CUDA_VISIBLE_DEVICES="0")`, or a setting of a device."""
        name = site.node.child_by_field_name("name")
        value = site.node.child_by_field_name("value")
        if name is not None and (setting := named_setting(text(name))):
            self._setting(replace(site, node=name), setting, value)
        if name is not None and (key := self.known.variables.key(text(name))) and in_environment(name):
            self.record.add(site, key, text(name))

    def _setting(self, site: Site, setting: str, value: Node | None) -> None:
        """A setting by its name; what is no value of one only has the same name."""
        if not setting.startswith("setting:") or is_literal(value):
            self.record.add(site, setting, text(site.node))

    def _default(self, site: Site) -> None:
        name, value = site.node.child_by_field_name("name"), site.node.child_by_field_name("value")
        if name is not None and value is not None and text(name) == "device" and is_number(value, site.context.scope):
            self.record.add(replace(site, node=value), "device=int", "device=<int>")

    def _import(self, site: Site) -> None:
        packages: dict[str, str] = {}
        for name in imported_names(site.node):
            symbol = self.known.symbol(name)
            if "." in name.strip(".") and (symbol is not None or f"{name}.".startswith("torch.cuda.")):
                self.record.list_import(site, name, symbol.rule if symbol else "DEV203")
            if (package := self.known.package(name)) is not None:
                packages.setdefault(package, name)
            if self.known.extensions.module(absolute(name, self.path)):
                self.record.add(site, self.known.compiled("module", name), f"import {name}")
        for package, name in packages.items():
            self.record.add(site, package, f"import {name}")

    def _decorator(self, site: Site) -> None:
        expression = site.node.named_children[0] if site.node.named_children else None
        if expression is None:
            return
        target = expression.child_by_field_name("function") if expression.type == "call" else expression
        if target is None:
            return
        if needed := needed_target(text(target).rpartition(".")[2]):
            self.record.add(replace(site, node=target), f"device.type=={needed}", text(target), as_="needs a device")
        name = qualified(target, site.context.scope)
        if name is None:
            return
        if name in LANGUAGES:
            definition = site.node.parent.child_by_field_name("definition") if site.node.parent else None
            function = definition.child_by_field_name("name") if definition else None
            if function is not None:
                self.record.kernel(site, text(function), LANGUAGES[name])
                if name == "triton.jit":
                    assembled = definition is not None and "inline_asm" in text(definition)
                    self.record.add(site, f"{name} with assembler" if assembled else name, f"{name} {text(function)}")
        if expression.type != "call" and not name.startswith("triton."):
            named = self.known.symbol(name)
            for symbol in (*omitted(name, self.known.forms), *([named] if named else [])):
                self.record.add(replace(site, node=target), symbol.name, name)
