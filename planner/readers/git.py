"""What git knows of a folder, asked so that nothing the repository configures is run.

`ls-files` reads the index and the ignore rules. A sparse index makes it read trees, too, and a missing one would be
fetched with commands that the repository names: so no protocol is allowed and nothing is fetched, the file-system
monitor and hooks are off, and of the configuration only the repository's own is read. Nothing is inherited from the
caller either: a hook's GIT_DIR or GIT_INDEX_FILE would answer for another repository.
"""

import os
import subprocess
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


def _git(folder: Path, *arguments: str) -> str:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", *_SAFE, *arguments],
            cwd=folder,
            env={**inherited, **_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise NoListing("git is not installed") from None
    except OSError as error:
        raise NoListing(f"git cannot be run ({error.strerror})") from None
    complaints = done.stderr.decode("utf-8", "replace").splitlines()
    # with a tree missing, git lists what it can and ends with 0
    errors = [line for line in complaints if line.startswith(("fatal:", "error:"))]
    if any(line.startswith(_OUTSIDE) for line in errors):
        raise NoListing("not a git working tree")
    if done.returncode or errors:
        raise NoListing(f"git failed ({(errors or complaints or [f'exit code {done.returncode}'])[0]})")
    return os.fsdecode(done.stdout)
