"""What a runner of GitHub Actions makes of what a step prints: the commands in it."""

import re
from dataclasses import dataclass

REGISTERED = {
    "error", "warning", "notice", "debug", "group", "endgroup", "echo", "set-env", "set-output", "save-state", "add-mask", "add-path",
    "add-matcher", "remove-matcher", "stop-commands",
}  # fmt: skip


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str]
    data: str


def commands(output):
    """The commands that the runner obeys: none between `stop-commands` and the token given there."""
    found, token = [], None
    for line in re.split("\r\n|\r|\n", output):
        command = _parse(line, REGISTERED | ({token} if token else set()))
        if command is None or (token and command.name != token):
            continue
        if command.name == token:
            token = None
        elif command.name == "stop-commands":
            token = command.data
        else:
            found.append(command)
    return found


def _parse(line, names):
    """`::name key=value,…::data` at the start of a line, or `##[name key=value;…]data` anywhere in it."""
    if (start := line.lstrip()).startswith("::") and "::" in start[2:]:
        head, data = start[2:].split("::", 1)
        command = _command(head, ",", data, names, {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"})
        if command:
            return command
    if "##[" in line and "]" in (rest := line.split("##[", 1)[1]):
        head, data = rest.split("]", 1)
        return _command(head, ";", data, names, {"%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]", "%25": "%"})
    return None


def _command(head, separator, data, names, escapes):
    name, _, listed = head.partition(" ")
    if name.lower() not in names:
        return None
    pairs = (pair.partition("=") for pair in listed.strip().split(separator) if pair)
    data_escapes = escapes if separator == ";" else {"%0D": "\r", "%0A": "\n", "%25": "%"}
    return Command(name, {key: _unescape(value, escapes) for key, _, value in pairs}, _unescape(data, data_escapes))


def _unescape(text, escapes):
    for escape, char in escapes.items():
        text = text.replace(escape, char)
    return text
