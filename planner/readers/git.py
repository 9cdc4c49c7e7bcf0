"""What git knows of a folder, asked so that nothing the repository configures is run.

`ls-files` reads the index and the ignore rules. A sparse index makes it read trees, too, and a missing one would be
fetched with commands that the repository names: so no protocol is allowed and nothing is fetched, the file-system
monitor and hooks are off, and of the configuration only the repository's own is read. Nothing is inherited from the
caller either: a hook's GIT_DIR or GIT_INDEX_FILE would answer for another repository.
"""

import hashlib
import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_SAFE = (
    "-c",
    "safe.directory=*",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.untrackedCache=false",
)
_ENVIRONMENT = {
    # git before 2.45 may not know GIT_NO_LAZY_FETCH; without a protocol it cannot fetch all the same
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# how often git may end at a content that it lacks
_MISSING = 100
NO_TREE = "not a git working tree"
_OUTSIDE = ("fatal: not a git repository", "fatal: this operation must be run in a work tree")


@dataclass(frozen=True, slots=True)
class GitListing:
    """Paths below a folder, relative to it, that git tracks or does not ignore; submodules apart."""

    files: tuple[str, ...]
    submodules: tuple[str, ...]


class NoListing(Exception):
    """Git does not say what belongs to a folder; the message says why."""


def list_files(folder: Path) -> GitListing:
    """The files git lists below a folder.

    Raises:
        NoListing: the folder is in no working tree, or git is missing or fails.
    """
    tracked = _git(folder, "ls-files", "-z", "--stage")
    others = _git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    files, submodules = set(filter(None, others.split("\0"))), []
    for entry in filter(None, tracked.split("\0")):
        head, _, path = entry.partition("\t")
        if head.startswith("160000"):
            submodules.append(path)
        else:
            files.add(path)
    return GitListing(tuple(sorted(files)), tuple(sorted(submodules)))


def is_bare(folder: Path) -> bool:
    """Whether a folder is itself a bare repository: history without files."""
    return all((folder / name).exists() for name in ("HEAD", "objects", "refs"))


class NoRevision(Exception):
    """A revision cannot be read; the message says why."""


def files_of(folder: Path, revision: str) -> dict[str, str]:
    """The files of a revision below a folder, relative to it, each with the id of its content; links and submodules apart.

    Raises:
        NoRevision: there is none of this name, or its trees are missing.
        NoListing: the folder is in no working tree, or git is missing.
    """
    try:
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except NoListing as error:
        if str(error) == NO_TREE:
            raise
        shallow = _git(folder, "rev-parse", "--is-shallow-repository").strip() == "true"
        more = ": the clone is shallow, so fetch its history" if shallow else ""
        raise NoRevision(f"no revision {revision!r} here{more}") from None
    try:
        listed = _git(folder, "ls-tree", "-r", "-z", commit)
    except NoListing as error:
        raise NoRevision(f"revision {revision!r} cannot be read: {error}") from None
    found = {}
    for entry in filter(None, listed.split("\0")):
        head, _, path = entry.partition("\t")
        mode, _, id_ = head.split()
        if mode.startswith("100"):
            found[path] = id_
    return found


def contents_of(folder: Path, ids: Iterable[str]) -> dict[str, bytes]:
    """The contents of files by their ids; what is missing, as in a partial clone, is left out."""
    found: dict[str, bytes] = {}
    wanted = list(dict.fromkeys(ids))
    for _ in range(_MISSING):
        if not wanted:
            break
        answer = _run(folder, "cat-file", "--batch", given="\n".join(wanted).encode() + b"\n").stdout
        read = _contents(answer, wanted)
        found |= {id_: content for id_, content in read.items() if content is not None}
        # git ends at the first content that it would have to fetch: it goes on behind it
        wanted = wanted[len(read) + 1 :]
    return found


def _contents(answer: bytes, ids: Sequence[str]) -> dict[str, bytes | None]:
    """What git says of ids, in their order, as far as it comes: a content, or nothing where it is missing."""
    found: dict[str, bytes | None] = {}
    at = 0
    for id_ in ids:
        head, end, _ = answer[at : at + 200].partition(b"\n")
        at += len(head) + 1
        if head.endswith(b"missing"):
            found[id_] = None
        elif end and len(head.split()) == 3:
            size = int(head.split()[2])
            found[id_] = answer[at : at + size]
            at += size + 1
        else:
            break
    return found


def id_of(content: bytes, like: str) -> str:
    """The id that git gives a content, in the hash of another id."""
    hashed = hashlib.sha256 if len(like) == hashlib.sha256().digest_size * 2 else hashlib.sha1
    return hashed(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _git(folder: Path, *arguments: str) -> str:
    done = _run(folder, *arguments)
    complaints = done.stderr.decode("utf-8", "replace").splitlines()
    # with a tree missing, git lists what it can and ends with 0
    errors = [line for line in complaints if line.startswith(("fatal:", "error:"))]
    if any(line.startswith(_OUTSIDE) for line in errors):
        raise NoListing(NO_TREE)
    if done.returncode or errors:
        raise NoListing(f"git failed ({(errors or complaints or [f'exit code {done.returncode}'])[0]})")
    return os.fsdecode(done.stdout)


def _run(folder: Path, *arguments: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(
            ["git", *_SAFE, *arguments],
            cwd=folder,
            env={**inherited, **_ENVIRONMENT},
            input=b"" if given is None else given,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise NoListing("git is not installed") from None
    except OSError as error:
        raise NoListing(f"git cannot be run ({error.strerror})") from None
