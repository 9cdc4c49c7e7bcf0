"""Where a string stands, and whether it means a device or a variable there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from planner.scan.python.names import qualified
from planner.scan.python.scopes import text
from planner.scan.python.syntax import Context

if TYPE_CHECKING:
    from tree_sitter import Node

_DEVICE_NAME = re.compile(r"(?:^|_)(?:device|dev)(?:$|_|s$)|device|map_location", re.IGNORECASE)
_DEVICE_CALLS = ("torch.device", "torch.Generator", "torch.autocast", "torch.amp.autocast", "torch.set_default_device")
_DEVICE_METHODS = (".to", ".device", ".autocast", ".GradScaler", ".cuda")
_DEVICES = re.compile(r"cpu|cuda|xpu|hpu|npu|mps|neuron|xla|tpu|rocm|hip")
# there are not more devices than this
_ROWS = 50
_ENVIRONMENT = ("environ", "getenv", "putenv", "env", "setenv")
_RUNS = (
    "run",
    "call",
    "check_call",
    "check_output",
    "Popen",
    "system",
    "popen",
    "getoutput",
    "getstatusoutput",
    "which",
)
# names of what picks one of several ways to compute the same
_WAY = re.compile(r"(?:\w+\.)*(?:impl|implementation|method|engine)")
_OUTPUT = ("print", "info", "debug", "warning")
_INTO_TEXT = ("argument_list", "interpolation", "string", "concatenated_string", "binary_operator", "keyword_argument")
_NAMED = ("keyword_argument", "assignment", "default_parameter", "typed_default_parameter", "pair", "named_expression")
_THROUGH = (
    "keyword_argument", "argument_list", "conditional_expression", "parenthesized_expression", "boolean_operator", "binary_operator", "tuple",
    "expression_list", "interpolation",
)  # fmt: skip


def in_comparison(node: Node) -> bool:
    """Whether a string is compared with something: a test, not a choice."""
    parent = node.parent
    if parent is not None and parent.type in ("tuple", "list", "set"):
        parent = parent.parent
    if parent is None:
        return False
    if parent.type == "argument_list" and parent.parent is not None:
        function, around = parent.parent.child_by_field_name("function"), parent.parent.parent
        if function is not None and text(function).rpartition(".")[2] == "device":
            # compared as an object: `x.device == torch.device("cuda")`
            around = around.parent if around is not None and around.type == "attribute" else around
            return around is not None and around.type == "comparison_operator"
        return function is not None and text(function).endswith(
            (".startswith", ".find", ".count", "hasattr", "getattr")
        )
    return parent.type in ("comparison_operator", "case_pattern")


def picks_a_way(node: Node) -> bool:
    """Whether a string names a way of computing, `impl="cuda"`, and no device: by the name that holds it, or is compared."""
    current = node.parent
    while current is not None and current.type in ("tuple", "list", "set"):
        current = current.parent
    if current is None or current.type not in (*_NAMED, "comparison_operator"):
        return False
    named = (current.child_by_field_name(key) for key in ("name", "left", "key"))
    first = next((one for one in named if one), current.named_children[0])
    return _WAY.fullmatch(text(first)) is not None


def asks_torch(node: Node, context: Context) -> bool:
    """Whether a string is an attribute that torch is asked for, `hasattr(torch, "cuda")`: every build has its modules."""
    arguments = node.parent
    if arguments is None or arguments.type != "argument_list":
        return False
    return qualified(arguments.named_children[0], context.scope) == "torch"


def is_alone(node: Node) -> bool:
    """Whether a value is the only one of a list."""
    parent = node.parent
    return parent is not None and parent.type in ("list", "tuple", "set") and len(parent.named_children) == 1


def is_literal(value: Node | None) -> bool:
    """Whether a value is written out: a setting, and not what else has its name."""
    return value is not None and value.type in ("true", "false", "integer", "string", "none")


def is_divisor(node: Node) -> bool:
    """Whether something is divided by what a function gives."""
    call = node.parent
    around = call.parent if call is not None and call.type == "call" else None
    if around is None or around.type != "binary_operator":
        return False
    sign = around.child_by_field_name("operator")
    return sign is not None and text(sign) in ("/", "//", "%") and around.child_by_field_name("right") == call


def in_table(node: Node) -> bool:
    """Whether a string is what a table has for one of several devices: `{"cuda": "nccl", "xpu": "xccl"}`."""
    pair = node.parent
    table = pair.parent if pair is not None and pair.type == "pair" else None
    if table is None or table.named_child_count > _ROWS:
        return False
    keys = [key for row in table.named_children if (key := row.child_by_field_name("key"))]
    return sum(_DEVICES.fullmatch(text(key).strip("\"'")) is not None for key in keys) > 1


def is_told(node: Node) -> bool:
    """Whether a value, or that of a call, only becomes an entry of a report: of a dictionary, also as a text, or a line of output."""
    current = node.parent
    if current is not None and current.type == "call" and current.child_by_field_name("function") == node:
        current = current.parent
    if current is not None and current.type == "argument_list" and current.parent is not None:
        function = current.parent.child_by_field_name("function")
        current = current.parent.parent if function is not None and text(function) == "str" else current
    return (current is not None and current.type == "pair") or is_printed(node)


def is_printed(node: Node) -> bool:
    """Whether a value, or that of a call, goes nowhere but into a line of output."""
    current = node.parent
    if current is not None and current.type == "call" and current.child_by_field_name("function") == node:
        current = current.parent
    while current is not None and current.type in _INTO_TEXT:
        current = current.parent
    if current is None or current.type != "call":
        return False
    function = current.child_by_field_name("function")
    return function is not None and text(function).rpartition(".")[2] in _OUTPUT


def is_key(node: Node) -> bool:
    """Whether a string names an entry: a key of a dictionary or a subscript."""
    parent = node.parent
    if parent is None:
        return False
    return parent.type == "subscript" or (parent.type == "pair" and parent.child_by_field_name("key") == node)


def is_device(node: Node, context: Context) -> bool:
    """Whether a string stands where a device is expected."""
    current, parent = node, node.parent
    while parent is not None:
        if parent.type in _NAMED and not _is_default(parent):
            return _names_a_device(parent)
        if parent.type == "call":
            if _is_format(parent, current):
                current, parent = parent, parent.parent
                continue
            return _takes_a_device(parent, node, context) or (_looks_up(parent, node) and is_device(parent, context))
        if parent.type == "return_statement":
            return current.type != "expression_list"
        if parent.type not in _THROUGH and not (parent.type == "attribute" and parent.parent is not None):
            return False
        current, parent = parent, parent.parent
    return False


def in_environment(node: Node) -> bool:
    """Whether a string names an environment variable: read, written, tested or passed to a child."""
    parent = node.parent
    depth = 0
    while parent is not None and depth < 4:
        match parent.type:
            case "subscript":
                return "environ" in text(parent.child_by_field_name("value") or parent) or "env" in text(parent)
            case "comparison_operator":
                return "environ" in text(parent)
            case "call":
                return any(word in part for part in _parts(parent) for word in _ENVIRONMENT)
            case "pair":
                return parent.child_by_field_name("key") == node
            case "assignment":
                # a constant that holds the name of a variable
                return True
        parent, depth = parent.parent, depth + 1
    return False


def _is_default(argument: Node) -> bool:
    """Whether this is the default of an option: its own name, not `default`, says what it is."""
    name = argument.child_by_field_name("name") if argument.type == "keyword_argument" else None
    return name is not None and text(name) == "default"


def names_a_backend(node: Node, context: Context) -> bool:
    """Whether a string names the backend of a process group."""
    call = node.parent
    if call is not None and call.type == "keyword_argument":
        name = call.child_by_field_name("name")
        return name is not None and text(name).endswith("backend") and "compile" not in text(name)
    call = call.parent if call is not None and call.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    name_ = qualified(function, context.scope) or text(function) if function is not None else ""
    return name_.endswith((".init_process_group", ".new_group"))


def runs_command(node: Node, value: str, context: Context) -> str:
    """The command that a string runs, alone or as the first of a list, or nothing."""
    command = value.split()[0].rpartition("/")[2] if value.split() else ""
    parent = node.parent
    if parent is not None and parent.type == "list":
        if parent.named_child(0) != node:
            return ""
        parent = parent.parent
    if parent is not None and parent.type == "assignment":
        # kept in a name, and run by that
        left, around = parent.child_by_field_name("left"), context.scope.node
        run = re.compile(rf"\b(?:{'|'.join(_RUNS)})\(\s*{re.escape(text(left))}\b") if left is not None else None
        return command if run and around is not None and run.search(text(around)) else ""
    call = parent.parent if parent is not None and parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    name = (qualified(function, context.scope) or text(function)) if function is not None else ""
    return command if name.rpartition(".")[2] in _RUNS else ""


def takes_a_type(node: Node) -> bool:
    """Whether a string stands where the name of a tensor type is expected."""
    call = node.parent.parent if node.parent is not None and node.parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and text(function).endswith((".type", "set_default_tensor_type"))


def _names_a_device(parent: Node) -> bool:
    name = next((child for key in ("name", "left", "key") if (child := parent.child_by_field_name(key))), None)
    return name is not None and any(_DEVICE_NAME.search(part) for part in re.split(r"\W+", text(name)))


def _takes_a_device(call: Node, node: Node, context: Context) -> bool:
    function = call.child_by_field_name("function")
    if function is None:
        return False
    name = qualified(function, context.scope) or text(function)
    if name.endswith((".add_argument", ".option", ".argument")):
        return any("device" in text(child).lower() for child in _others(call, node) if child.type == "string")
    return name in _DEVICE_CALLS or name.endswith(_DEVICE_METHODS)


def _looks_up(call: Node, node: Node) -> bool:
    """Whether the string is the default of a look-up: `config.get("device", "cuda")`."""
    function = call.child_by_field_name("function")
    return function is not None and text(function).rpartition(".")[2] in (
        "get",
        "pop",
        "getattr",
        "getenv",
        "setdefault",
    )


def _is_format(call: Node, current: Node) -> bool:
    function = call.child_by_field_name("function")
    return function is not None and current == function and text(function).endswith(".format")


def _parts(call: Node) -> Iterator[str]:
    """The function of a call, and what is given to it by position: `dict(os.environ, …)`."""
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is not None:
        yield text(function)
    for child in arguments.named_children if arguments else ():
        if child.type not in ("keyword_argument", "string"):
            yield text(child)


def _others(call: Node, node: Node) -> Iterator[Node]:
    arguments = call.child_by_field_name("arguments")
    for child in arguments.named_children if arguments else ():
        if child != node:
            yield child
