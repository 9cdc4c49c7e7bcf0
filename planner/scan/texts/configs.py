"""The couplings of configurations: YAML, TOML, JSON and INI, Hydra, Kubernetes, compose, CI among them. They are read line
by line, so that templates and half-written files are read, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from planner.scan.inventory import Coupling
from planner.scan.texts.images import image_key
from planner.scan.texts.lines import Line, TextSymbols
from planner.scan.texts.shell import ShellScanner

# a key with its value, also several in one line: {limits: {nvidia.com/gpu: 1}}
_PAIR = re.compile(
    r"(?<![\w./@-])[\"']?(?P<key>[A-Za-z_][\w./@-]*)[\"']?\s*(?::(?=\s|$)|=|(?<=[\"'])\s*:)\s*"
    r"(?P<value>\"[^\"]*\"|'[^']*'|[^\s,{}\[\]#\"'][^,{}\[\]#\"']*)?"
)
_COMMENT = re.compile(r"(?:^|\s)#.*")
_DEVICE = re.compile(r"(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(?::\d+)?")
_DEVICE_KEY = re.compile(r"(?:^|[_./])(?:device|devices|dev|map_location)(?:$|[_./])|device$", re.IGNORECASE)
_BACKEND = re.compile(r"(?:(?:cpu:)?gloo,cuda:)?(nccl|hccl|xccl)")
# the keys of settings whose values the catalog knows as arguments of a call
_CALLS = {
    "accelerator": "lightning.pytorch.Trainer(accelerator={})",
    "precision": "lightning.pytorch.Trainer(precision={})",
    "mixed_precision": "accelerate.Accelerator(mixed_precision={})",
    "distributed_type": "accelerate:distributed_type={}",
    "attn_implementation": "transformers.from_pretrained(attn_implementation={})",
    "_attn_implementation": "transformers.from_pretrained(attn_implementation={})",
    "device_map": "transformers.from_pretrained(device_map={})",
}
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
        "steps",
        "shell",
        "recipe",
    ]
)
_IN_A_LIST = re.compile(r"[\"',\[\]]")


class ConfigScanner:
    """Reads configuration files."""

    def __init__(self, symbols: TextSymbols, shell: ShellScanner) -> None:
        self.symbols = symbols
        self.shell = shell

    def scan(self, lines: Iterable[Line]) -> Iterator[Coupling]:
        """The couplings of the lines of one file."""
        deeper: int | None = None
        whole = list(lines)
        deepspeed = any(
            "zero_optimization" in line.text or "train_micro_batch_size_per_gpu" in line.text for line in whole
        )
        for line in whole:
            code = _COMMENT.sub("", line.text)
            indent = len(code) - len(code.lstrip())
            if not code.strip():
                continue
            item = code.lstrip().startswith("- ")
            if deeper is not None and (indent > deeper or (indent == deeper and item)):
                yield from self._command(code, line)
            else:
                deeper = None
            for pair in _PAIR.finditer(code):
                yield from self._pair(pair, line, deepspeed=deepspeed)
                if pair["key"] in _COMMANDS and deeper is None:
                    deeper = indent + (len(code) - indent - len(code.lstrip("- ")) if item else 0)
                    yield from self._command(
                        code[pair.end("key") :].lstrip("\"': "),
                        line.part(len(code) - len(code[pair.end("key") :].lstrip("\"': ")), len(line.text)),
                    )

    def _command(self, code: str, line: Line) -> Iterator[Coupling]:
        """A line of shell, or arguments in a list."""
        text = _IN_A_LIST.sub(" ", code)
        text = re.sub(r"^(\s*)- ", r"\1  ", text)
        yield from self.shell.scan([Line(text, line.starts)])

    def _pair(self, pair: re.Match[str], line: Line, *, deepspeed: bool) -> Iterator[Coupling]:
        key, value = pair["key"], (pair["value"] or "").strip().strip("\"'")
        name = key.rpartition(".")[2] if "/" not in key else key
        at_key, at_value = (
            line.at(pair.start("key")),
            line.at(pair.start("value") if pair["value"] else pair.start("key")),
        )
        if (match := _DEVICE.fullmatch(value)) and _DEVICE_KEY.search(name):
            yield from self.symbols.found(f"device:{match[1]}", f'"{value}"', at_value)
        elif match := _BACKEND.fullmatch(value):
            yield from self.symbols.found(f"backend:{match[1]}", value, at_value)
        elif name in _CALLS:
            yield from self.symbols.found(_CALLS[name].format(value), f"{name}: {value}", at_key)
        elif f"resource:{key}" in self.symbols.symbols:
            yield from self.symbols.found(f"resource:{key}", key, at_key)
        elif name == "driver":
            yield from self.symbols.found(f"resource:driver {value}", f"driver: {value}", at_key)
        elif name == "image":
            yield from self.symbols.found(image_key(value, self.symbols.symbols), value, at_value)
        elif name == "options" and value.startswith("-"):
            yield from self.shell.scan([line.part(pair.start("value"), pair.end("value"))], "docker")
        elif name == "amp" and deepspeed:
            yield from self.symbols.found("deepspeed:amp", "amp", at_key)
        elif name == "name" and value.isupper():
            yield from self.symbols.variable(value, at_value)
        elif name.isupper():
            yield from self.symbols.variable(name, at_key)
