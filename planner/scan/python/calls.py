"""Rows of the catalog that mean a call with certain arguments, such as `torch.autocast(device_type=cuda)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.scan.python.arrays import is_float64, moves_as_it_is
from planner.scan.python.names import bindings_of, constant, qualified
from planner.scan.python.scopes import Scope, text
from planner.scan.python.tensors import is_tensor
from planner.vocabulary.facts import Symbol

if TYPE_CHECKING:
    from tree_sitter import Node

_FORM = re.compile(r"(?P<name>[\w.]+)\((?P<argument>.*)\)")
_RANK = re.compile(r"(?:(?:self|args|cfg|config)\.)?(?:local_rank|rank|gpu|gpu_id)")
_TO_CUDA = re.compile(r"\.cuda\([^()]*\)\s*$")
# the names of arguments that are mostly given by position
_POSITIONS = {
    "torch.autocast": ("device_type", "dtype"),
    "torch.amp.GradScaler": ("device",),
    "torch.Generator": ("device",),
    "torch.load": ("f", "map_location"),
    "torch.random.fork_rng": ("devices",),
    "torch.nn.functional.one_hot": ("tensor", "num_classes"),
    "torch.repeat_interleave": ("input", "repeats"),
    "torch.split": ("tensor", "split_size_or_sections"),
    "torch.nn.parallel.DistributedDataParallel": ("module", "device_ids"),
    "torch.distributed.barrier": ("group", "async_op", "device_ids"),
    "torch.distributed.init_process_group": ("backend",),
    "torch.distributed.new_group": ("ranks",),
    "torch.distributed.all_to_all_single": ("output", "input", "output_split_sizes", "input_split_sizes"),
    "torch.set_default_device": ("device",),
    "torch.distributed.init_device_mesh": ("device_type",),
    "torch.distributed.device_mesh.init_device_mesh": ("device_type",),
    "torch.multiprocessing.set_start_method": ("method",),
    "Tensor.pin_memory": ("device",),
    "Tensor.is_pinned": ("device",),
}
# an argument that makes another one harmless
_UNLESS = {
    "torch.compile": "disable",
    "torch.random.fork_rng": "device_type",
    "torch.utils.data.DataLoader(num_workers=)": "multiprocessing_context",
    "torch.repeat_interleave": "output_size",
}
# other names of the same function
_SAME = {
    "torch.amp.autocast": "torch.autocast",
    "torch.utils.data.dataloader.DataLoader": "torch.utils.data.DataLoader",
    "torch.nn.parallel.distributed.DistributedDataParallel": "torch.nn.parallel.DistributedDataParallel",
    "multiprocessing.set_start_method": "torch.multiprocessing.set_start_method",
    "multiprocessing.get_context": "torch.multiprocessing.get_context",
    "pytorch_lightning.Trainer": "lightning.pytorch.Trainer",
    "lightning.Trainer": "lightning.pytorch.Trainer",
    "lightning.fabric.Fabric": "lightning.pytorch.Trainer",
    "lightning.Fabric": "lightning.pytorch.Trainer",
    "transformers.Seq2SeqTrainingArguments": "transformers.TrainingArguments",
    "trl.SFTConfig": "transformers.TrainingArguments",
}
_ABSENT, _GIVEN, _OMITTED = "absent", "given", "omitted"


@dataclass(frozen=True, slots=True)
class CallForm:
    """One row: the argument it speaks of, by keyword (empty: the first position), and the value it must have: a text, `int`
    for any whole number, `Tensor`, a name of torch, or nothing where the argument need only be there. `kind` tells whether
    the argument must be given, must be left out, or no argument may be given at all.
    """

    symbol: Symbol
    keyword: str
    value: str | None
    kind: str = _GIVEN


def call_forms(symbols: Mapping[str, Symbol]) -> Mapping[str, list[CallForm]]:
    """The rows that mean calls, by the qualified name of what is called."""
    forms: dict[str, list[CallForm]] = {}
    for symbol in symbols.values():
        if match := _FORM.fullmatch(symbol.name):
            forms.setdefault(match["name"], []).append(_form(symbol, match["argument"]))
    return forms


def _form(symbol: Symbol, argument: str) -> CallForm:
    if argument == "":
        return CallForm(symbol, "", None, _ABSENT)
    if argument.endswith(" omitted"):
        return CallForm(symbol, argument.removesuffix(" omitted"), None, _OMITTED)
    keyword, equals, value = argument.partition("=")
    return CallForm(symbol, keyword if equals else "", (value or None) if equals else keyword)


def matching(
    name: str, call: Node, scope: Scope, forms: Mapping[str, list[CallForm]]
) -> Iterator[tuple[Symbol, Node | None]]:
    """The rows that a call matches, each with the argument that made it match."""
    name = canonical(name)
    given = arguments(call, _POSITIONS.get(name, ()))
    if _UNLESS.get(name) in given:
        return
    open_ended = "**" in given
    for form in forms.get(name, ()):
        if _UNLESS.get(form.symbol.name) in given:
            continue
        if form.kind == _ABSENT:
            if not given or (name == "torch.amp.GradScaler" and "device" not in given and not open_ended):
                yield form.symbol, None
        elif form.kind == _OMITTED:
            if form.keyword not in given and not open_ended:
                yield form.symbol, None
        elif form.symbol.name == "torch.where(condition)":
            if set(given) == {0}:
                yield form.symbol, None
        elif form.symbol.name == "torch.compile(mode= with options=)":
            if {"mode", "options"} <= set(given):
                yield form.symbol, None
        elif (node := given.get(form.keyword or _first(name, given))) is not None and _fits(node, form, scope):
            yield form.symbol, node
        elif form.value is not None and form.value.startswith("Tensor."):
            yield from ((form.symbol, one) for one in given.values() if _fits(one, form, scope))


def omitted(name: str, forms: Mapping[str, list[CallForm]]) -> Iterator[Symbol]:
    """The rows that a function without arguments matches, such as the decorator `@torch.compile`."""
    return (form.symbol for form in forms.get(canonical(name), ()) if form.kind == _OMITTED)


def canonical(name: str) -> str:
    """The name under which the catalog knows a function that has several."""
    if name.startswith("torch.optim."):
        return "torch.optim"
    if name.endswith((".from_pretrained", ".from_config")):
        return "transformers.from_pretrained"
    return _SAME.get(name, name)


def integer_device(call: Node, scope: Scope) -> tuple[str, Node] | None:
    """The argument that gives a device as a bare number, by its name, or nothing."""
    for key, node in arguments(call, ()).items():
        if key in ("device", "map_location", "device_map") and is_number(node, scope):
            return str(key), node
        table = _meant(node, scope)
        if key == "device_map" and table.type == "dictionary":
            for pair in table.named_children:
                value = pair.child_by_field_name("value")
                if value is not None and is_number(value, scope):
                    return key, value if table == node else node
    return None


def _meant(node: Node, scope: Scope) -> Node:
    """What a name was bound to, where that was once."""
    bindings = bindings_of(text(node), scope) if node.type == "identifier" else None
    return bindings[0].node if bindings and len(bindings) == 1 and bindings[0].node is not None else node


def moved_to(call: Node) -> Node | None:
    """Where `.to(…)` moves something: its first argument, or nothing."""
    return arguments(call, ()).get(0)


def arguments(call: Node, names: tuple[str, ...]) -> dict[str | int, Node]:
    """The arguments of a call by keyword and by position; a position that has a name stands under both, and `**` for
    arguments that the text does not show.
    """
    found: dict[str | int, Node] = {}
    listed = call.child_by_field_name("arguments")
    position = 0
    for child in listed.named_children if listed is not None else ():
        if child.type == "keyword_argument":
            name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
            if name is not None and value is not None:
                found[text(name)] = value
        elif child.type in ("dictionary_splat", "list_splat"):
            found["**"] = child
        elif child.type != "comment":
            found[position] = child
            if position < len(names):
                found[names[position]] = child
            position += 1
    return found


def is_number(node: Node, scope: Scope) -> bool:
    """Whether an expression is a whole number, by constants or by `int(…)`."""
    return isinstance(constant(node, scope), int) or _counts(node, scope)


def is_rank(node: Node, scope: Scope) -> bool:
    """Whether an expression is the number of a process or a card by its name, and nothing else gives it a value."""
    if _RANK.fullmatch(text(node)) is None:
        return False
    return all(one.node is None and b"device" not in one.annotation for one in bindings_of(text(node), scope) or ())


def _lists(node: Node, scope: Scope) -> bool:
    """Whether an argument is a list, by itself or through names; what is handed on may be nothing."""
    bound = [one.node for one in bindings_of(text(node), scope) or ()] if node.type == "identifier" else [node]
    return any(one is not None and one.type in ("list", "tuple", "list_comprehension") for one in bound)


def _first(name: str, given: Mapping[str | int, Node]) -> str | int:
    """The first argument, by position or by its name."""
    names = _POSITIONS.get(name, ())
    return names[0] if names and names[0] in given else 0


def _fits(node: Node, form: CallForm, scope: Scope) -> bool:
    value = form.value
    if form.keyword == "device_ids":
        return _lists(node, scope)
    if value is None:
        # what was removed raises whatever it is given
        removed = set(form.symbol.effects.values()) == {"breaks"}
        return removed or node.type not in ("none", "false")
    if value == "True":
        return node.type == "true"
    if value == "int":
        return is_number(node, scope)
    if value == "Tensor":
        return is_tensor(node, scope)
    if value == "float64":
        return is_float64(node, scope) and node.parent is not None and moves_as_it_is(node.parent.parent or node)
    if value.startswith(("Tensor.", "lambda ")):
        return _holds_call(node, value)
    if value == "triton.cudagraphs":
        return "triton.cudagraphs" in text(node)
    known = constant(node, scope)
    if node.type == "call":
        function = node.child_by_field_name("function")
        inner = arguments(node, ()).get(0)
        if function is not None and inner is not None and qualified(function, scope) == "torch.device":
            known = string_of(inner, scope)
    texts = [known] if known is not None else _texts(node, scope)
    return bool(texts) and all(isinstance(one, str) and (one == value or one.startswith(f"{value}:")) for one in texts)


def _texts(node: Node, scope: Scope) -> list[str | int | None]:
    """What a name is bound to in several places: `device = "cuda"`, and later `device = f"cuda:{rank}"`."""
    bindings = bindings_of(text(node), scope) if node.type == "identifier" else None
    return [constant(one.node, one.scope or scope) if one.node is not None else None for one in bindings or ()]


def string_of(node: Node, scope: Scope) -> str | None:
    """The text of an expression, or nothing."""
    known = constant(node, scope)
    return known if isinstance(known, str) else None


def _holds_call(node: Node, value: str) -> bool:
    """Whether an argument itself calls the method that a row names: `torch.arange(lengths.item())`."""
    if value.startswith("lambda "):
        return node.type == "lambda" and _TO_CUDA.search(text(node)) is not None
    function = node.child_by_field_name("function") if node.type == "call" else None
    return function is not None and text(function).endswith(f".{value.rpartition('.')[2]}")


def _counts(node: Node, scope: Scope) -> bool:
    """Whether an expression is made by `int(…)`, such as the local rank from the environment."""
    if node.type == "call":
        function = node.child_by_field_name("function")
        name = qualified(function, scope) if function is not None else None
        return function is not None and (text(function) == "int" or name == "torch.distributed.get_rank")
    if node.type == "identifier":
        for level in scope.chain():
            bindings = level.bound.get(text(node))
            if bindings:
                return all(
                    one.node is not None and one.node.type == "call" and _counts(one.node, scope) for one in bindings
                )
    return False
