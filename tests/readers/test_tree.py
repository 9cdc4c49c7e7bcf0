"""The files of a project: nothing outside it, nothing through a link, nothing run."""

import os
import subprocess

import pytest

from planner.readers.tree import read_tree
from planner.vocabulary.position import InputError


def git(folder, *arguments):
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init")
    (folder / "kept.py").write_text("a = 1\n")
    (folder / ".gitignore").write_text("ignored/\n")
    (folder / "ignored").mkdir()
    (folder / "ignored" / "big.py").write_text("b = 1\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "first")
    (folder / "new.py").write_text("c = 1\n")
    return folder


def test_git_says_what_belongs_to_a_project(repository):
    tree = read_tree(repository)
    assert tree.files == (".gitignore", "kept.py", "new.py")
    assert tree.notes == ()


def test_a_folder_that_is_no_repository_is_walked_with_a_note(tmp_path):
    (tmp_path / "a.py").write_text("")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "b.py").write_text("")
    tree = read_tree(tmp_path)
    assert tree.files == ("a.py",)
    assert "not a git working tree" in tree.notes[0]


def test_links_are_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text("x = 1")
    project = tmp_path / "project"
    project.mkdir()
    (project / "out").symlink_to(outside)
    (project / "one.py").symlink_to(outside / "secret.py")
    (project / "broken.py").symlink_to("nowhere.py")
    (project / "loop").symlink_to(project)
    tree = read_tree(project)
    assert tree.files == ()
    assert {item.path for item in tree.skipped} == {"out", "one.py", "broken.py", "loop"}
    assert {item.reason for item in tree.skipped} == {"a symbolic link, not followed"}


def test_files_too_large_or_not_readable_are_listed(tmp_path):
    (tmp_path / "big.py").write_bytes(b" " * 5_000_001)
    os.mkfifo(tmp_path / "pipe.py")
    reasons = {item.path: item.reason for item in read_tree(tmp_path).skipped}
    assert "5,000,001 bytes" in reasons["big.py"]
    assert reasons["pipe.py"] == "no regular file"


def test_a_bare_repository_and_a_missing_folder_are_refused(tmp_path, repository):
    git(tmp_path, "clone", "--bare", str(repository), "bare.git")
    with pytest.raises(InputError, match="bare git repository"):
        read_tree(tmp_path / "bare.git")
    with pytest.raises(InputError, match="there is no folder"):
        read_tree(tmp_path / "missing")


def test_nothing_that_the_repository_configures_is_run(repository):
    canary = repository.parent / "canary"
    script = repository.parent / "run.sh"
    script.write_text(f"#!/bin/sh\necho ran >> {canary}\n")
    script.chmod(0o755)
    git(repository, "config", "core.fsmonitor", str(script))
    git(repository, "config", "core.pager", str(script))
    git(repository, "config", "filter.evil.clean", str(script))
    git(repository, "config", "filter.evil.smudge", str(script))
    (repository / ".gitattributes").write_text("*.py filter=evil\n")
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-index-change", "pre-commit", "post-checkout", "fsmonitor-watchman"):
        (hooks / name).write_text(script.read_text())
        (hooks / name).chmod(0o755)
    (repository / "kept.py").write_text("changed = 1\n")
    read_tree(repository).digest()
    assert not canary.exists()
    # the canary sings where git is asked without care
    subprocess.run(["git", "status"], cwd=repository, capture_output=True, check=False)
    assert canary.exists()


def test_the_digest_depends_on_paths_and_contents_alone(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text("x = 1\n")
    first, second = read_tree(tmp_path / "one"), read_tree(tmp_path / "two")
    assert first.digest() == second.digest()
    (tmp_path / "two" / "a.py").write_text("x = 2\n")
    assert first.digest() != second.digest()
