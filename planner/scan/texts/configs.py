"""The couplings of configurations: YAML, TOML, JSON and INI, Hydra, Kubernetes, compose, CI among them. They are read line
by line, so that templates and half-written files are read, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from planner.scan.inventory import Coupling
from planner.scan.texts.lines import COMMENT, Line, TextSymbols, blank, image_key
from planner.scan.texts.settings import setting_key
from planner.scan.texts.shell import ShellScanner
from planner.scan.texts.wheels import asked_builds

# a key with its value, also several in one line: {limits: {nvidia.com/gpu: 1}}
_PAIR = re.compile(
    r"(?<![\w./@-])[\"']?(?P<key>[A-Za-z_][\w./@-]*)[\"']?\s*(?::(?=\s|$)|=|(?<=[\"'])\s*:)\s*"
    r"(?P<value>\"[^\"]*\"|'[^']*'|[^\s,{}\[\]#\"'][^,{}\[\]#\"']*)?"
)
_DEVICE = re.compile(r"(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(:\d+)?")
_DEVICE_KEY = re.compile(
    r"(?:^|[_./])(?:device|devices|dev|map_location)(?:$|[_./])|(?:device|mode|platform|target)$", re.IGNORECASE
)
_BACKEND = re.compile(r"(?:(?:cpu:)?gloo,cuda:)?(nccl|hccl|xccl)")
# keys under which commands stand
_COMMANDS = frozenset(
    [
        "run",
        "script",
        "command",
        "args",
        "entrypoint",
        "before_script",
        "after_script",
        "cmd",
        "commands",
        "shell",
        "recipe",
    ]
)
_RUNNERS = ("runner", "runs-on", "tags", "node_selector", "instance_type")
_RUNNER_LIST = re.compile(r"[\[,\s]([\w-]{0,60}(?:gpu|cuda|nvidia)[\w-]{0,60})\s{0,9}[,\]]", re.IGNORECASE)
_GPU = re.compile(r"gpu|cuda|nvidia", re.IGNORECASE)
_CUDNN = re.compile(r"cudnn_\w+", re.IGNORECASE)
_LEADS = re.compile(r"^[\s\"':|>&-]*[\s:](?=\S)|^\s*-\s")
# what tells that a file configures a library, whose plain words then mean what they mean there
_LIBRARIES = {
    "deepspeed": re.compile(r"zero_optimization|train_micro_batch_size_per_gpu"),
    "lightning": re.compile(r"lightning|^\s*accelerator\s*:"),
}
_IN_A_LIST = re.compile(r"[\"',\[\]]")


class ConfigScanner:
    """Reads configuration files."""

    def __init__(self, symbols: TextSymbols, shell: ShellScanner) -> None:
        self.symbols = symbols
        self.shell = shell

    def scan(self, lines: Iterable[Line]) -> Iterator[Coupling]:
        """The couplings of the lines of one file."""
        whole = list(lines)
        libraries = {name for name, sign in _LIBRARIES.items() if any(sign.search(line.text) for line in whole)}
        # where the key stands under which the lines are commands
        commands: int | None = None
        for line in whole:
            code = COMMENT.sub("", line.text)
            if not code.strip():
                continue
            indent, item = len(code) - len(code.lstrip()), code.lstrip().startswith("- ")
            if commands is not None and (indent > commands or (indent == commands and item)):
                yield from self._command(line.part(0, len(code)))
                continue
            commands = None
            yield from asked_builds(code, line, self.symbols)
            for pair in _PAIR.finditer(code):
                yield from self._pair(pair, line, libraries)
                if pair["key"] in _COMMANDS and commands is None:
                    commands = pair.start("key")
                    yield from self._command(line.part(pair.end("key"), len(code)))

    def _command(self, line: Line) -> Iterator[Coupling]:
        """A line of shell, or arguments in a list; what only makes it a value is blank."""
        text = _IN_A_LIST.sub(" ", _LEADS.sub(blank, line.text))
        yield from self.shell.scan([Line(text, line.starts)])

    def _pair(self, pair: re.Match[str], line: Line, libraries: Set[str]) -> Iterator[Coupling]:
        key, value = pair["key"], (pair["value"] or "").strip().strip("\"'")
        name = key.rpartition(".")[2] if "/" not in key else key
        at_key, at_value = (
            line.at(pair.start("key")),
            line.at(pair.start("value") if pair["value"] else pair.start("key")),
        )
        if (match := _DEVICE.fullmatch(value)) and (_DEVICE_KEY.search(name) or match[2]):
            yield from self.symbols.found(f"device:{match[1]}", f'"{value}"', at_value)
        elif match := _BACKEND.fullmatch(value):
            yield from self.symbols.found(f"backend:{match[1]}", value, at_value)
        elif setting := setting_key(name, value, self.symbols.symbols, libraries):
            yield from self.symbols.found(setting, f"{name}: {value}", at_key)
        elif f"resource:{key}" in self.symbols.symbols:
            yield from self.symbols.found(f"resource:{key}", key, at_key)
        elif f"resource:{key.rpartition('.')[0]}" in self.symbols.symbols:
            # a label of the nodes that offer it: nvidia.com/gpu.product
            yield from self.symbols.found(f"resource:{key.rpartition('.')[0]}", key, at_key)
        elif f"resource:{name} {value}" in self.symbols.symbols:
            yield from self.symbols.found(f"resource:{name} {value}", f"{name}: {value}", at_key)
        elif name == "image":
            yield from self.symbols.found(image_key(value, self.symbols.symbols), value, at_value)
        elif name == "options" and value.startswith("-"):
            yield from self.shell.scan([line.part(pair.start("value"), pair.end("value"))], "docker")
        elif name == "amp" and "deepspeed" in libraries:
            yield from self.symbols.found("deepspeed:amp", "amp", at_key)
        elif name in _RUNNERS and _GPU.search(value):
            yield from self.symbols.found("runner:gpu", f"{name}: {value}", at_value)
        elif name == "runs-on" and (runner := _RUNNER_LIST.search(line.text, pair.end("key"))):
            yield from self.symbols.found("runner:gpu", f"{name}: {runner[1]}", line.at(runner.start(1)))
        elif _CUDNN.match(name):
            yield from self.symbols.found("setting:cudnn", name, at_key)
        elif name == "name" and value.isupper():
            yield from self.symbols.variable(value, at_value)
        elif name.isupper():
            yield from self.symbols.variable(name, at_key)
