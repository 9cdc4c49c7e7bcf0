"""The files of a project folder: never outside it, never through a link, never larger than makes sense."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from planner.readers import git
from planner.vocabulary.digest import sha256
from planner.vocabulary.position import InputError, Position, Problem

MAX_BYTES = 5_000_000
_SKIPPED_FOLDERS = {".git", ".planner", "__pycache__", "node_modules", ".venv", "venv", ".tox", ".nox", ".mypy_cache"}


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was not read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of a folder by relative path, what was skipped, and notes on how they were found."""

    root: Path
    files: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]

    def read(self, path: str) -> bytes:
        """The content of one of the files.

        Raises:
            OSError: it cannot be read (any more).
        """
        return (self.root / path).read_bytes()

    def digest(self) -> str:
        """A digest of all paths and contents: the same files, the same digest, on any machine."""
        return sha256("".join(f"{path}\0{sha256(self.read(path))}\n" for path in self.files).encode())


def read_tree(root: Path, exclude: tuple[str, ...] = ()) -> Tree:
    """List a project's files: those git tracks or does not ignore, else all; `exclude` names folders left out.

    Raises:
        InputError: the folder is missing or a bare repository.
    """
    if not root.is_dir():
        raise InputError(
            [
                Problem(
                    "MAN809",
                    f"there is no folder {root.name!r}",
                    Position(str(root)),
                    "nothing can be read",
                    "name a folder that exists",
                )
            ]
        )
    if git.is_bare(root):
        raise InputError(
            [
                Problem(
                    "MAN809",
                    "this is a bare git repository",
                    Position(str(root)),
                    "it holds history and no files",
                    "clone it and name the clone",
                )
            ]
        )
    listing = git.list_files(root)
    notes = []
    if listing is None:
        notes.append("not a git working tree: every file of the folder was read, ignored ones included")
        paths = tuple(sorted(_walk(root)))
    else:
        paths = listing.files
        notes += [f"submodule {path} was not read: scan it on its own" for path in listing.submodules]
    files, skipped = [], []
    for path in paths:
        parts = path.split("/")
        if any(path == name or path.startswith(f"{name}/") for name in exclude) or _SKIPPED_FOLDERS & set(parts[:-1]):
            continue
        reason = _reason_to_skip(root, path)
        if reason is None:
            files.append(path)
        elif reason:
            skipped.append(Skipped(path, reason))
    return Tree(root, tuple(files), tuple(skipped), tuple(notes))


def _walk(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root, followlinks=False):
        folders[:] = [name for name in sorted(folders) if name not in _SKIPPED_FOLDERS]
        base = Path(folder).relative_to(root)
        yield from ((base / name).as_posix() for name in names)
        yield from ((base / name).as_posix() for name in folders if (Path(folder) / name).is_symlink())


def _reason_to_skip(root: Path, path: str) -> str | None:
    """Why a file is not read; nothing where it is, and an empty reason where it is gone from the working tree."""
    full = root / path
    # a link in any folder above the file could lead out as well as one at its end
    if any(os.path.islink(folder) for folder in (full, *full.parents[: len(path.split("/")) - 1])):
        return "a symbolic link, not followed"
    try:
        status = full.lstat()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if not stat.S_ISREG(status.st_mode):
        return "no regular file"
    if status.st_size > MAX_BYTES:
        return f"{status.st_size:,} bytes, more than {MAX_BYTES:,}"
    if not os.access(full, os.R_OK):
        return "cannot be read: permission denied"
    return None
