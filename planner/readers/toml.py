"""TOML that somebody else wrote: whatever its values are, reading it ends in a table or in nothing."""

import tomllib
from typing import Any


def read_toml(text: str) -> dict[str, Any] | None:
    """The top table, or nothing where the text is no TOML."""
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
