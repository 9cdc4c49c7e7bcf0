"""The files of a project: nothing outside it, nothing through a link, nothing run."""

import os
import shutil
import subprocess

import pytest

from planner.readers.tree import Skipped, read_tree, shown
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


@pytest.fixture
def other(tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    git(folder, "init")
    (folder / "ignored").mkdir()
    (folder / "ignored" / "big.py").write_text("")
    git(folder, "add", "-A")
    return folder


@pytest.mark.parametrize("url", ["ssh://host.invalid/x", "{folder}", "ext::{script}", "vcs::x"])
def test_nothing_is_fetched_for_a_sparse_index_with_a_tree_missing(repository, url):
    canary = repository.parent / "canary"
    script = repository.parent / "run.sh"
    script.write_text(f"#!/bin/sh\necho ran >> {canary}\nexit 1\n")
    script.chmod(0o755)
    for name in ("in", "out"):
        (repository / name).mkdir()
        (repository / name / "a.py").write_text(f"{name} = 1\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-m", "second")
    git(repository, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
    tree = subprocess.run(["git", "rev-parse", "HEAD:out"], cwd=repository, check=True, capture_output=True, text=True)
    (repository / ".git" / "objects" / tree.stdout[:2] / tree.stdout[2:].strip()).unlink()
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": url.format(folder=repository.parent / "other", script=script),
        "remote.origin.uploadpack": str(script),
        "core.sshCommand": str(script),
        "protocol.allow": "always",
    }.items():
        git(repository, "config", name, value)
    found = read_tree(repository)
    assert not canary.exists()
    assert "in/a.py" in found.files
    assert found.notes[0].startswith("git failed (error: ")
    if not url.startswith("vcs"):
        subprocess.run(["git", "ls-files"], cwd=repository, capture_output=True, check=False)
        assert canary.exists()


@pytest.mark.parametrize("name", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"])
def test_git_variables_of_the_caller_say_nothing_about_a_project(repository, other, monkeypatch, name):
    places = {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "GIT_WORK_TREE": "."}
    monkeypatch.setenv(name, str(other / places[name]))
    tree = read_tree(repository)
    assert (tree.files, tree.skipped, tree.notes) == ((".gitignore", "kept.py", "new.py"), (), ())


def test_what_is_tracked_and_not_read_is_listed(repository):
    (repository / "venv" / "lib").mkdir(parents=True)
    (repository / "venv" / "lib" / "a.py").write_text("")
    (repository / "venv" / "b.py").write_text("")
    git(repository, "add", "-A")
    (repository / "kept.py").unlink()
    tree = read_tree(repository)
    assert tree.files == (".gitignore", "new.py")
    assert set(tree.skipped) == {
        Skipped("kept.py", "tracked, not in the working tree"),
        Skipped("venv", "a virtual environment"),
    }


def test_a_virtual_environment_outside_git_is_listed(tmp_path):
    for name in ("venv", "__pycache__"):
        (tmp_path / "sub" / name).mkdir(parents=True)
        (tmp_path / "sub" / name / "a.py").write_text("")
    tree = read_tree(tmp_path)
    assert tree.files == ()
    assert tree.skipped == (Skipped("sub/venv", "a virtual environment"),)


def test_git_missing_and_git_failing_are_told_from_no_repository(repository, tmp_path, monkeypatch):
    (repository / ".git" / "index").write_bytes(b"no index")
    (failed,) = read_tree(repository).notes
    assert failed.startswith("git failed (")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    (missing,) = read_tree(repository).notes
    assert missing.startswith("git is not installed: every file of the folder was read")


@pytest.mark.parametrize("tracked", [True, False])
def test_names_that_are_no_text_or_have_line_breaks_are_escaped_and_read(repository, tracked):
    names = {b"a\xff.py": r"a\udcff.py", b"b\nc.py": r"b\nc.py", rb"b\nc.py": r"b\\nc.py", b"\xc3\xa9.py": "é.py"}
    for number, name in enumerate(names):
        with open(os.path.join(os.fsencode(repository), name), "w") as file:  # noqa: PTH123  # pathlib takes no bytes
            file.write(f"{number}")
    (repository / "link\n").symlink_to("kept.py")
    if not tracked:
        shutil.rmtree(repository / ".git")
    tree = read_tree(repository)
    assert set(names.values()) < set(tree.files)
    assert [tree.read(path) for path in names.values()] == [b"0", b"1", b"2", b"3"]
    assert [item.path for item in tree.skipped] == [r"link\n"]
    assert len(tree.digest()) == 64


def test_ordinary_paths_are_shown_as_they_are():
    assert shown("a/b c/ü-1.py") == "a/b c/ü-1.py"


def test_a_file_replaced_since_it_was_listed_is_not_read(tmp_path):
    for name in ("link.py", "pipe.py", "big.py", "kept.py"):
        (tmp_path / name).write_text("x = 1\n")
    tree = read_tree(tmp_path)
    for name in ("link.py", "pipe.py"):
        (tmp_path / name).unlink()
    (tmp_path / "link.py").symlink_to("kept.py")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "big.py").write_bytes(b" " * 5_000_001)
    for name, said in {"link.py": "symbolic links", "pipe.py": "no regular file", "big.py": "more than"}.items():
        with pytest.raises(OSError, match=said):
            tree.read(name)
    assert tree.read("kept.py") == b"x = 1\n"
