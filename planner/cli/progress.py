"""How far long work has come: on a terminal, and nowhere else."""

import os
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_EVERY_SECONDS = 0.1
# of a terminal that does not tell
_COLUMNS = 80
# back to the start of the line, and empty it
_CLEAR = "\r\x1b[K"


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """A function that is told of each thing done; the line is gone when all is done."""
    if not sys.stderr.isatty():
        yield lambda thing: None
        return
    done, shown = 0, 0.0

    def tell(thing: str) -> None:
        nonlocal done, shown
        done += 1
        now = time.monotonic()
        if now - shown >= _EVERY_SECONDS:
            shown = now
            width = (os.get_terminal_size(sys.stderr.fileno()).columns or _COLUMNS) - 1
            click.echo(_CLEAR + _fitting(f"{what} {done}/{total} {thing}", width), nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo(_CLEAR, nl=False, err=True)


def _fitting(text: str, width: int) -> str:
    """As much of a text as a line of the terminal holds, where some characters take two columns."""
    taken = 0
    for index, char in enumerate(text):
        taken += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if taken > width:
            return text[:index]
    return text
