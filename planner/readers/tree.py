"""The files of a project folder: never outside it, never through a link, never larger than makes sense."""

import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from planner.readers import git
from planner.vocabulary.digest import sha256
from planner.vocabulary.position import InputError, Position, Problem

MAX_BYTES = 5_000_000
# why folders of these names are not read; the reason is empty where nothing in them was written by hand
_SKIPPED_FOLDERS = {
    **dict.fromkeys((".venv", "venv", ".tox", ".nox"), "a virtual environment"),
    "node_modules": "installed packages",
    **dict.fromkeys((".git", ".planner", "__pycache__", ".mypy_cache"), ""),
}
_ESCAPE = re.compile(r"\\(?:[\\nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that was not read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of a folder by relative path, what was skipped, and notes on how they were found.

    Paths are as `shown` writes them: any of them can be printed, and takes one line.
    """

    root: Path
    files: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]
    excluded: tuple[str, ...] = ()

    def leaves_out(self, path: str) -> bool:
        """Whether a pattern leaves a file out: its path, or a folder above it, as a whole or by wildcards."""
        parts = path.split("/")
        heads = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        return any(fnmatchcase(head, pattern.rstrip("/")) for head in heads for pattern in self.excluded)

    def read(self, path: str) -> bytes:
        """The content of one of the files.

        Raises:
            OSError: it cannot be read (any more), or has become something that is not read.
        """
        # the file may have been replaced since it was listed; the folders above it were checked then
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with os.fdopen(os.open(self.root / _meant(path), flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "no regular file")
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise OSError(errno.EFBIG, f"more than {MAX_BYTES:,} bytes")
        return content

    def digest(self) -> str:
        """A digest of all paths and contents: the same files, the same digest, on any machine."""
        return sha256("".join(f"{path}\0{sha256(self.held(path) or b'')}\n" for path in self.files).encode())

    def held(self, path: str) -> bytes | None:
        """The content of one of the files, or nothing where it cannot be read (any more)."""
        try:
            return self.read(path)
        except OSError:
            return None


@dataclass(frozen=True, slots=True)
class Revision(Tree):
    """The files of an earlier revision, in memory, and those of them that are as they are now."""

    contents: Mapping[str, bytes] = field(default_factory=dict)
    same: frozenset[str] = frozenset()

    def read(self, path: str) -> bytes:
        """The content of one of the files."""
        return self.contents[path]


def read_revision(tree: Tree, revision: str) -> Revision:
    """The files of a git revision, where a tree's folder is; those that are as they are now share their content with it.

    Raises:
        git.NoRevision, git.NoListing: it cannot be read; the message says why.
    """
    ids = {shown(path): id_ for path, id_ in git.files_of(tree.root, revision).items() if _skipped_folder(path) is None}
    now = {path: held for path in tree.files if path in ids and (held := tree.held(path)) is not None}
    same = {path for path, content in now.items() if git.id_of(content, ids[path]) == ids[path]}
    earlier = git.contents_of(tree.root, (id_ for path, id_ in ids.items() if path not in same))
    contents = {
        path: now[path] if path in same else earlier[id_] for path, id_ in ids.items() if path in same or id_ in earlier
    }
    kept = {
        path: content for path, content in contents.items() if len(content) <= MAX_BYTES and not tree.leaves_out(path)
    }
    return Revision(tree.root, tuple(sorted(kept)), (), (), tree.excluded, kept, frozenset(same))


def shown(path: str) -> str:
    """A path with escapes for what cannot be printed, and for the backslash: two paths never look the same."""
    return "".join(
        char if char.isprintable() and char != "\\" else char.encode("unicode_escape").decode() for char in path
    )


def _meant(path: str) -> str:
    """The path that `shown` was given."""
    return _ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), path)


def read_tree(root: Path, exclude: tuple[str, ...] = ()) -> Tree:
    """List a project's files: those git tracks or does not ignore, else all; `exclude` holds patterns of files and folders that
    are left out.

    Raises:
        InputError: the folder is missing or a bare repository.
    """
    if not root.is_dir():
        raise InputError(
            [
                Problem(
                    "MAN809",
                    f"{root.name!r} is a file" if root.is_file() else f"there is no folder {root.name!r}",
                    Position(str(root)),
                    "nothing can be read",
                    "name a folder",
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
    notes = []
    try:
        listing = git.list_files(root)
    except git.NoListing as error:
        notes.append(f"{error}: every file of the folder was read, ignored ones included")
        paths = tuple(sorted(_walk(root)))
    else:
        paths = listing.files
        notes += [f"submodule {shown(path)} was not read: scan it on its own" for path in listing.submodules]
    tree = Tree(root, (), (), (), exclude)
    files, skipped = [], {}
    left_out = 0
    for path in paths:
        if tree.leaves_out(path.rstrip("/")):
            left_out += 1
            continue
        unread, reason = _skipped_folder(path) or (path, _reason_to_skip(root, path))
        if reason is None:
            files.append(shown(path))
        elif reason:
            skipped[shown(unread)] = reason
    if left_out:
        notes.append(f"{left_out} {'file was' if left_out == 1 else 'files were'} left out, as told")
    return replace(
        tree, files=tuple(files), skipped=tuple(Skipped(*item) for item in skipped.items()), notes=tuple(notes)
    )


def _walk(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root, followlinks=False):
        base = Path(folder).relative_to(root)
        yield from ((base / name).as_posix() for name in names)
        yield from ((base / name).as_posix() for name in folders if (Path(folder) / name).is_symlink())
        # a folder that is not read is named by a path in it
        yield from (f"{(base / name).as_posix()}/" for name in folders if name in _SKIPPED_FOLDERS)
        folders[:] = [name for name in sorted(folders) if name not in _SKIPPED_FOLDERS]


def _skipped_folder(path: str) -> tuple[str, str] | None:
    """The topmost folder above a path that is not read, and why."""
    parts = path.split("/")
    for depth, name in enumerate(parts[:-1], start=1):
        if name in _SKIPPED_FOLDERS:
            return "/".join(parts[:depth]), _SKIPPED_FOLDERS[name]
    return None


def _reason_to_skip(root: Path, path: str) -> str | None:
    """Why a file is not read; nothing where it is."""
    full = root / path
    # a link in any folder above the file could lead out as well as one at its end
    if any(os.path.islink(folder) for folder in (full, *full.parents[: len(path.split("/")) - 1])):
        return "a symbolic link, not followed"
    try:
        status = full.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return "tracked, not in the working tree"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if not stat.S_ISREG(status.st_mode):
        return "no regular file"
    if status.st_size > MAX_BYTES:
        return f"{status.st_size:,} bytes, more than {MAX_BYTES:,}"
    if not os.access(full, os.R_OK):
        return "cannot be read: permission denied"
    return None
