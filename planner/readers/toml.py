"""TOML that somebody else wrote: whatever its values are, reading it ends in a table or in nothing."""

import re
import tomllib
from typing import Any

# a key of many parts takes the parser their square; nobody writes one
_PARTS = re.compile(r"(?:[\w\"'-]{1,60}\s?\.\s?){200}")


def read_toml(text: str) -> dict[str, Any] | None:
    """The top table, or nothing where the text is no TOML that anyone would write."""
    if _PARTS.search(text):
        return None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def table(value: Any) -> dict[str, Any]:
    """A value that should be a table; an empty one where it is none."""
    return value if isinstance(value, dict) else {}


def rows(value: Any) -> list[Any]:
    """A value that should be a list; an empty one where it is none."""
    return value if isinstance(value, list) else []
