"""What git knows of a folder, asked so that nothing the repository configures is run.

`ls-files` reads the index and the ignore rules; with the file-system monitor and hooks off and no configuration but
the repository's own, it starts no command that the repository names.
"""

import os
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


@dataclass(frozen=True, slots=True)
class GitListing:
    """Paths below a folder, relative to it, that git tracks or does not ignore; submodules apart."""

    files: tuple[str, ...]
    submodules: tuple[str, ...]


def list_files(folder: Path) -> GitListing | None:
    """The files git lists below a folder, or nothing where it is in no working tree (or there is no git)."""
    tracked = _git(folder, "ls-files", "-z", "--stage")
    others = _git(folder, "ls-files", "-z", "--others", "--exclude-standard")
    if tracked is None or others is None:
        return None
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


def _git(folder: Path, *arguments: str) -> str | None:
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git.cmd import Git
    from git.exc import CommandError, GitError

    environment = {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    try:
        output = Git(folder).execute(["git", *_SAFE, *arguments], env=environment, strip_newline_in_stdout=False)
    except (CommandError, GitError, OSError):
        return None
    return str(output)
