"""Reading all files of a project, in one process or in several: the results are the same and in the same order."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from planner.readers.tree import Tree
from planner.scan.extensions import Extensions
from planner.scan.files import FileReader, NotWhatItSays
from planner.scan.python.record import FileCouplings
from planner.scan.python.sites import TooMuch
from planner.vocabulary.facts import Symbol

# fewer files than this are read sooner than a second process has started
_WORTH_A_PROCESS = 300
_AT_MOST = 8
_AT_ONCE = 16
_OBJECTS = 100_000
Read = FileCouplings | str


def read_files(
    tree: Tree, paths: Sequence[str], symbols: Mapping[str, Symbol], extensions: Extensions, jobs: int | None, progress: Callable[[str], None],
) -> Iterator[tuple[str, Read]]:  # fmt: skip
    """What each file holds, or why it was not read. `jobs` is the number of processes; nothing: as many as are worth it."""
    jobs = jobs or max(1, min(os.cpu_count() or 1, _AT_MOST, len(paths) // _WORTH_A_PROCESS))
    if jobs == 1:
        reader = FileReader(symbols, extensions)
        found: Iterator[Read] = (_read(path, tree, reader) for path in paths)
        with _seldom_collecting():
            yield from _told(paths, found, progress)
        return
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(tree, symbols, extensions)) as pool:
        yield from _told(paths, pool.map(_read_here, paths, chunksize=_AT_ONCE), progress)


def _told(paths: Sequence[str], found: Iterator[Read], progress: Callable[[str], None]) -> Iterator[tuple[str, Read]]:
    for path, one in zip(paths, found, strict=True):
        progress(path)
        yield path, one


def _read(path: str, tree: Tree, reader: FileReader) -> Read:
    try:
        return reader.read(tree.read(path), path)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except (NotWhatItSays, TooMuch) as error:
        return str(error)
    except RecursionError:
        return "is nested too deeply to be read"


# of a process that reads for another: what it was started with
_here: dict[str, tuple[Tree, FileReader]] = {}


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """Each file makes many objects that live as long as it is read: looking for garbage among them takes a sixth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _start(tree: Tree, symbols: Mapping[str, Symbol], extensions: Extensions) -> None:
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])
    _here["reader"] = tree, FileReader(symbols, extensions)


def _read_here(path: str) -> Read:
    return _read(path, *_here["reader"])
