"""The templates, each with the escaping of the file it makes: what a manifest says is text there, never syntax."""

import json
import re
import shlex
from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from planner.catalog.load import DATA

_MARKDOWN = re.compile(r"([\\*\[\]<>|&])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+")


class Verbatim(str):
    """Text that a template made itself and that needs no escaping."""


def one_line(value: Any) -> str:
    """A value as text without line breaks or control characters, so that it cannot begin a new line of anything."""
    return _CONTROL.sub(" ", str(value))


def _markdown(value: Any) -> Any:
    return value if isinstance(value, Verbatim) else _MARKDOWN.sub(r"\\\1", one_line(value))


def _shell(value: Any) -> Verbatim:
    return Verbatim(shlex.quote(one_line(value)))


def _words(values: Any) -> Verbatim:
    return Verbatim(" ".join(_shell(value) for value in values))


def _json(value: Any) -> Verbatim:
    return Verbatim(json.dumps(value, ensure_ascii=False))


def _env_value(value: Any) -> Verbatim:
    # an env file takes everything after the sign as it is; a line break is the only way out of it
    return Verbatim(one_line(value))


@cache
def _environment(kind: str) -> Environment:
    finalize: Callable[[Any], Any] = _markdown if kind == "markdown" else one_line
    environment = Environment(
        loader=FileSystemLoader(DATA / "templates"), undefined=StrictUndefined, finalize=finalize, trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, autoescape=False,
    )  # fmt: skip
    environment.filters |= {"shell": _shell, "words": _words, "json": _json, "env_value": _env_value}
    return environment


def render_template(template: str, **values: Any) -> bytes:
    """A template filled with values: those ending in `.md.j2` escape for Markdown, all others keep values on one line."""
    kind = "markdown" if template.endswith(".md.j2") else "plain"
    return _environment(kind).get_template(template).render(**values).encode()
