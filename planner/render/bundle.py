"""A bundle of files: compared with what lies on disk, or written whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from planner.vocabulary.digest import sha256
from planner.vocabulary.position import InputError, Position, Problem

SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files by relative path; a folder is ours where its SHA256SUMS says so."""

    files: Mapping[str, bytes]

    def with_sums(self) -> Mapping[str, bytes]:
        """The files, and the digests of all of them in the format of `sha256sum`."""
        sums = "".join(f"{sha256(content)}  {path}\n" for path, content in sorted(self.files.items()))
        return {**self.files, SUMS: sums.encode()}


def drift(bundle: Bundle, folder: Path) -> list[str]:
    """What differs between a bundle and a folder, in words; empty where nothing does."""
    wanted = bundle.with_sums()
    found = _files_in(folder) if folder.is_dir() else {}
    missing = [f"{path} is missing" for path in wanted if path not in found]
    changed = [
        f"{path} differs" for path, content in wanted.items() if path in found and found[path] != sha256(content)
    ]
    extra = [f"{path} is not ours" for path in found if path not in wanted]
    return sorted([*missing, *changed, *extra])


def write(bundle: Bundle, folder: Path, unmanaged: frozenset[str] = frozenset()) -> None:
    """Write a bundle into a folder in one move; files in `unmanaged` that exist already stay as they are.

    Raises:
        InputError: the folder holds files that are not ours or were changed since, or cannot be written.
    """
    kept = _checked(folder, unmanaged)
    parent = folder.resolve().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=parent))
    except OSError as error:
        raise _refused(
            folder, f"cannot be written: {error.strerror}", "nothing was written", "choose another with -o"
        ) from None
    try:
        for path, content in {**bundle.with_sums(), **kept}.items():
            target = staging / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o755 if path.endswith(".sh") else 0o644)
        staging.chmod(0o755)
        _swap(staging, folder)
    except OSError as error:
        raise _refused(
            folder, f"cannot be written: {error.strerror}", "nothing was written", "choose another with -o"
        ) from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _checked(folder: Path, unmanaged: frozenset[str]) -> dict[str, bytes]:
    """The unmanaged files that exist, after checking that nothing else would be lost."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise _refused(folder, "is no folder", "it would be replaced", "choose another with -o")
    if not folder.is_dir() or not any(folder.iterdir()):
        return {}
    known = _recorded(folder)
    found = _files_in(folder)
    kept = {path: (folder / path).read_bytes() for path in sorted(unmanaged & found.keys())}
    foreign = [path for path in sorted(found) if path not in known and path != SUMS and path not in kept]
    changed = [
        path for path, digest in sorted(found.items()) if path in known and known[path] != digest and path not in kept
    ]
    if not known or foreign:
        shown = ", ".join((foreign or sorted(found))[:5])
        raise _refused(
            folder,
            f"holds files that are not ours: {shown}",
            "they would be lost",
            "choose another with -o, or move them",
        )
    if changed:
        raise _refused(
            folder, f"holds files that were changed by hand: {', '.join(changed[:5])}", "the changes would be lost",
            "move the changes into the manifest, or list the files under files.unmanaged",
        )  # fmt: skip
    return kept


def _recorded(folder: Path) -> dict[str, str]:
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    return {path: digest for digest, separator, path in (line.partition("  ") for line in lines) if separator}


def _files_in(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() or path.is_symlink()
    }


def _swap(staging: Path, folder: Path) -> None:
    """Put the new folder in the old one's place; the old one comes back if that fails."""
    if not folder.exists():
        os.rename(staging, folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-old-", dir=staging.parent))
    os.rename(folder, old / "old")
    try:
        os.rename(staging, folder)
    except OSError:
        os.rename(old / "old", folder)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _refused(folder: Path, what: str, why: str, fix: str) -> InputError:
    return InputError([Problem("MAN809", f"the output folder {what}", Position(str(folder)), why, fix)])
