"""The couplings of shell text: scripts, Slurm jobs, recipes of Makefiles, steps of CI, the shell cells of notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from planner.readers.install_lines import PRINTED
from planner.scan.inventory import Coupling
from planner.scan.texts.lines import COMMENT, Line, TextSymbols, blank, image_key
from planner.scan.texts.settings import setting_key
from planner.scan.texts.wheels import asked_builds

# NAME=value at the start of a command, after export, env or a docker option, and -DNAME=value of cmake
_ASSIGNED = re.compile(r"(?:^|[\s;&|('\"`]|\s-D)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\+?=")
# the word that names a command: behind keywords, wrappers and variables set for it alone
_WORD = re.compile(
    r"(?:^|[;&|(`]|\$\()\s*(?:(?:if|then|do|else|while|time|sudo|watch|exec|srun|\w+=[^\s$(`]*)\s+)*([\w./-]+)"
)
_OPTION = re.compile(r"(?<![\w-])--([\w-]{1,40})[ =]+['\"]?(cuda|xpu|hpu|npu|mps|neuron|xla|tpu)(?::\d+)?\b")
_BACKEND = re.compile(r"(?<![\w-])--[\w-]{0,40}backend[ =]+['\"]?(nccl|hccl|xccl)\b")
# what installs NVIDIA's toolkit, or copies parts of it
_TOOLKIT = re.compile(
    r"NvToolsExt|NVIDIA GPU Computing Toolkit|(?<=\s)(?:nvidia-(?:gds|driver|utils|settings|container)|libcudnn|libnccl)[\w.${}-]*|\bcuda[-_](?:toolkit|repo|keyring)\b|\bcuda_[\w.${}-]*\.(?:exe|run)\b"
)
# a variable that holds an image by its name
_IMAGE = re.compile(r"\b\w*(?:image|container)(?:_name)?=[\"']?([\w./:${}-]+)", re.IGNORECASE)
_DIRECTIVE = re.compile(r"#SBATCH\s")
_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[;&|]+|[^\s;&|\"']+(?:\"[^\"]*\"|'[^']*')?")
_SEPARATORS = frozenset(";&|")
# commands whose options stand anywhere, and those that take a word for what they do
_OPEN = frozenset({"vllm"})
_DOES = frozenset({"docker", "podman", "nerdctl", "vllm", "accelerate"})
# other names of a command whose options the catalog knows
_SAME = {
    "srun": "sbatch", "salloc": "sbatch", "podman": "docker", "nerdctl": "docker",
    "torch.distributed.run": "torchrun", "torch.distributed.launch": "torchrun",
}  # fmt: skip


class ShellScanner:
    """Reads lines of shell; what is a comment or plain data is passed over."""

    def __init__(self, symbols: TextSymbols) -> None:
        self.symbols = symbols
        # options of commands that couple: by command, patterns of the option, the value it must begin with, the key
        self.options: dict[str, list[tuple[str, str, str]]] = {}
        for key in symbols.symbols:
            command, _, option = key.removeprefix("cmd:").rpartition(" ")
            if key.startswith("cmd:") and command:
                name, _, value = option.partition("=")
                self.options.setdefault(command, []).append((_plain(name), value, key))

    def scan(self, lines: Iterable[Line], command: str = "") -> Iterator[Coupling]:
        """The couplings of lines; `command` is one whose options they are, where it is not written itself."""
        for line in lines:
            directive = _DIRECTIVE.match(line.text)
            start = directive.end() if directive else 0
            rest = line.text[start:]
            # blanks in place of the comment: offsets stay
            comment = COMMENT.search(rest)
            code = line.text[:start] + PRINTED.sub(blank, rest[: comment.start()] if comment else rest)
            if not directive:
                yield from self._assignments(code, line)
                yield from self._commands(code, line)
                yield from asked_builds(code, line, self.symbols)
            yield from self._options(code[start:], line, start, "sbatch" if directive else command)

    def _assignments(self, code: str, line: Line) -> Iterator[Coupling]:
        for match in _ASSIGNED.finditer(code):
            yield from self.symbols.variable(match[1], line.at(match.start(1)))
        for match in _IMAGE.finditer(code):
            yield from self.symbols.found(image_key(match[1], self.symbols.symbols), match[1], line.at(match.start(1)))

    def _commands(self, code: str, line: Line) -> Iterator[Coupling]:
        for match in _WORD.finditer(code):
            command = match[1].rpartition("/")[2]
            yield from self.symbols.found(f"cmd:{command}", command, line.at(match.start(1)))
        if toolkit := _TOOLKIT.search(code):
            yield from self.symbols.found("toolkit:cuda", toolkit[0], line.at(toolkit.start()))
        for match in _OPTION.finditer(code):
            if "device" in match[1] or match[1] == "accelerator":
                yield from self.symbols.found(f"device:{match[2]}", f'"{match[2]}"', line.at(match.start(2)))
        for match in _BACKEND.finditer(code):
            yield from self.symbols.found(f"backend:{match[1]}", match[1], line.at(match.start(1)))

    def _options(self, code: str, line: Line, offset: int, command: str) -> Iterator[Coupling]:
        """Options that couple, each of the command it is given to."""
        known, before = command, ""
        tokens = list(_TOKEN.finditer(code))
        for index, token in enumerate(tokens):
            word = token[0]
            if set(word) <= _SEPARATORS:
                known = command
            elif word.startswith("-"):
                value = tokens[index + 1][0] if index + 1 < len(tokens) else ""
                yield from self._option(known, word, value, line, offset + token.start())
            elif not before.startswith("-") or "=" in before or word.startswith("torch.distributed."):
                known = self._command(known, word, before)
            before = word

    def _command(self, known: str, word: str, before: str) -> str:
        """The command whose options follow a word that is no option."""
        name = word.rpartition("/")[2]
        name = _SAME.get(name, name)
        if f"{known} {name}" in self.options:
            return f"{known} {name}"
        if name in self.options or any(other.startswith(f"{name} ") for other in self.options):
            return name
        # what stands behind a launcher is a program of its own; docker's first word is what it should do
        return known if known in _OPEN or before.rpartition("/")[2] in _DOES else ""

    def _option(self, command: str, word: str, following: str, line: Line, offset: int) -> Iterator[Coupling]:
        name, equals, value = word.partition("=")
        value = (value if equals else following).strip("\"'")
        for pattern, wanted, key in self.options.get(command, ()):
            if fnmatchcase(_plain(name), pattern) and _is_value(value, wanted):
                yield from self.symbols.found(key, f"{command} {name}", line.at(offset))
                return
        setting = name.lstrip("-").replace("-", "_")
        yield from self.symbols.found(
            setting_key(setting, value, self.symbols.symbols), f"{name} {value}", line.at(offset)
        )


def _plain(option: str) -> str:
    """An option as both of its spellings have it."""
    return option.replace("_", "-")


def _is_value(value: str, wanted: str) -> bool:
    """Whether a value is the one a row names: any, a number, or one that begins with a word."""
    if wanted == "int":
        return value.isdigit() or value in ("gpu", "auto")
    return not wanted or any(part.partition(":")[0] == wanted for part in value.split(","))
