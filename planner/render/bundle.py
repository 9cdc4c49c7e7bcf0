"""A bundle of files: compared with what lies on disk, or written whole or not at all."""

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from planner.vocabulary.digest import sha256
from planner.vocabulary.position import InputError, Position, Problem

SUMS = "SHA256SUMS"
MARKER = ".planner-bundle"
_MARK = "written by torch-planner"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files by relative path."""

    files: Mapping[str, bytes]

    def with_sums(self, unmanaged: frozenset[str] = frozenset()) -> Mapping[str, bytes]:
        """The files, the mark that they are ours, and the digests of all but the unmanaged as `sha256sum` has them.

        An unmanaged file is the user's: its digest would be wrong after the first edit, and a right one would say that
        the edited file is ours to delete.
        """
        files = {**self.files, MARKER: f"{_MARK}, format {_FORMAT}\n".encode()}
        ours = sorted(item for item in files.items() if item[0] not in unmanaged)
        return {**files, SUMS: "".join(f"{sha256(content)}  {path}\n" for path, content in ours).encode()}


def is_ours(folder: Path) -> bool:
    """Whether a folder is a bundle that was written here: marked so, and its sums name the mark."""
    return not folder.is_symlink() and bool(_recorded(folder))


def drift(bundle: Bundle, folder: Path, unmanaged: frozenset[str] = frozenset()) -> list[str]:
    """What differs between a bundle and a folder, in words; what `unmanaged` files hold is no difference.

    Raises:
        InputError: the folder cannot be read.
    """
    wanted = bundle.with_sums(unmanaged)
    try:
        found = _entries(folder) if folder.is_dir() else {}
        changed = [
            f"{path} differs"
            for path, content in wanted.items()
            if path in found and path not in unmanaged and _digest(folder, path, found) != sha256(content)
        ]
    except OSError as error:
        raise _unreadable(folder, error) from None
    missing = [f"{path} is missing" for path in wanted if path not in found]
    extra = [f"{path} is not ours" for path in found if path not in wanted and path not in unmanaged]
    return sorted([*missing, *changed, *extra])


def write(bundle: Bundle, folder: Path, unmanaged: frozenset[str] = frozenset()) -> None:
    """Write a bundle into a folder in one move; files in `unmanaged` that exist already stay as they are.

    Raises:
        InputError: the folder holds files that are not ours or were changed since, or cannot be written.
    """
    try:
        kept = _checked(folder, unmanaged)
    except OSError as error:
        raise _unreadable(folder, error) from None
    parent = folder.resolve().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=parent))
    except OSError as error:
        raise _unwritable(folder, error) from None
    try:
        for path, content in {**bundle.with_sums(unmanaged), **kept}.items():
            target = staging / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o755 if path.endswith(".sh") else 0o644)
        staging.chmod(0o755)
        _swap(staging, folder)
    except OSError as error:
        raise _unwritable(folder, error) from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _checked(folder: Path, unmanaged: frozenset[str]) -> dict[str, bytes]:
    """The unmanaged files that exist, after checking that nothing else would be lost."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise _refused(folder, "is no folder", "it would be replaced", "choose another with -o")
    if not folder.is_dir() or not any(folder.iterdir()):
        return {}
    known = _recorded(folder)
    if not known:
        raise _foreign(folder, [path.name for path in folder.iterdir()])
    found = _entries(folder)
    kept = [path for path in sorted(unmanaged) if found.get(path)]
    if foreign := [path for path in found if path not in known and path != SUMS and path not in kept]:
        raise _foreign(folder, foreign)
    changed = [
        path
        for path in sorted(found.keys() & known.keys())
        if path not in kept and _digest(folder, path, found) != known[path]
    ]
    if changed:
        raise _refused(
            folder, f"holds files that were changed by hand: {', '.join(changed[:5])}", "the changes would be lost",
            "move the changes into the manifest, or list the files under files.unmanaged",
        )  # fmt: skip
    return {path: (folder / path).read_bytes() for path in kept}


def _recorded(folder: Path) -> dict[str, str]:
    """The digests of a bundle's files as they were written; none where the folder is no bundle of ours."""
    try:
        # nothing is read through a link or from a pipe
        if any((folder / name).is_symlink() or not (folder / name).is_file() for name in (MARKER, SUMS)):
            return {}
        mark = (folder / MARKER).read_text(encoding="utf-8")
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    sums = {path: digest for digest, separator, path in (line.partition("  ") for line in lines) if separator}
    return sums if mark.startswith(_MARK) and MARKER in sums else {}


def _entries(folder: Path) -> dict[str, bool]:
    """What lies in a folder, and whether it is a regular file: else a link, a pipe, an empty folder."""
    found: dict[str, bool] = {}
    for base, folders, names in os.walk(folder, onerror=_raise):
        paths = [Path(base) / name for name in (*folders, *names)]
        leaves = [path for path in paths if path.is_symlink() or not path.is_dir() or not any(path.iterdir())]
        found |= {path.relative_to(folder).as_posix(): path.is_file() and not path.is_symlink() for path in leaves}
    return dict(sorted(found.items()))


def _digest(folder: Path, path: str, found: Mapping[str, bool]) -> str:
    """The digest of a file; of anything else there is none."""
    if not found[path]:
        return ""
    with (folder / path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _raise(error: OSError) -> NoReturn:
    raise error


def _swap(staging: Path, folder: Path) -> None:
    """Put the new folder in the old one's place; the old one comes back if that fails, and is never lost."""
    if not folder.exists():
        os.rename(staging, folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=staging.parent)) / "old"
    try:
        os.rename(folder, old)
        os.rename(staging, folder)
    except BaseException:
        _restore(old, folder)
        raise
    else:
        shutil.rmtree(old.parent, ignore_errors=True)


def _restore(old: Path, folder: Path) -> None:
    try:
        if old.exists() and not folder.exists():
            os.rename(old, folder)
    except OSError as error:
        raise _refused(
            folder, f"was moved to {old} and cannot be moved back: {error.strerror}", "nothing was written",
            "move it back by hand",
        ) from None  # fmt: skip
    with contextlib.suppress(OSError):
        old.parent.rmdir()


def _foreign(folder: Path, paths: list[str]) -> InputError:
    return _refused(
        folder,
        f"holds files that are not ours: {', '.join(sorted(paths)[:5])}",
        "they would be lost",
        "choose another with -o, or move them",
    )


def _unreadable(folder: Path, error: OSError) -> InputError:
    return _refused(
        folder, f"cannot be read: {error.strerror}", "what it holds could be lost", "choose another with -o"
    )


def _unwritable(folder: Path, error: OSError) -> InputError:
    return _refused(folder, f"cannot be written: {error.strerror}", "nothing was written", "choose another with -o")


def _refused(folder: Path, what: str, why: str, fix: str) -> InputError:
    return InputError([Problem("MAN809", f"the output folder {what}", Position(str(folder)), why, fix)])
