"""How far long work has come: on a terminal, and nowhere else."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_EVERY_SECONDS = 0.1
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
            click.echo(f"{_CLEAR}{what} {done}/{total} {thing[-60:]}", nl=False, err=True)

    try:
        yield tell
    finally:
        click.echo(_CLEAR, nl=False, err=True)
