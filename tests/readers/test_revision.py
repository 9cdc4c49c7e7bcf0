"""The files of an earlier revision: what git holds of them, read so that nothing the repository configures is run."""

import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from planner.readers.git import NO_TREE, NoListing, NoRevision, contents_of, id_of
from planner.readers.tree import read_revision, read_tree

# what a repository may name as a command, by the key that names it
COMMANDS = (
    "core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand",
    "pager.ls-tree", "pager.rev-parse", "pager.cat-file", "alias.rev-parse", "alias.ls-tree", "alias.cat-file", "diff.external",
    "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "merge.evil.driver",
    "credential.helper", "gpg.program", "uploadpack.packObjectsHook", "remote.origin.uploadpack", "remote.origin.vcs",
    "interactive.diffFilter", "sequence.editor",
)  # fmt: skip
HOOKS = (
    "post-index-change",
    "post-checkout",
    "pre-commit",
    "reference-transaction",
    "fsmonitor-watchman",
    "pre-auto-gc",
)


def git(folder, *arguments):
    done = subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "protocol.file.allow=always", *arguments],
        cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.stdout.decode("utf-8", "surrogateescape").strip()


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "a commit")


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Two commits: `kept.py` as it was, `changed.py` in another way, `gone.py` in the first alone. For reading only."""
    folder = tmp_path_factory.mktemp("original")
    git(folder, "init", "--quiet")
    for name in ("kept.py", "changed.py", "gone.py"):
        (folder / name).write_text(f"{name}\n")
    commit(folder)
    (folder / "changed.py").write_text("changed\n")
    (folder / "gone.py").unlink()
    commit(folder)
    return folder


@pytest.fixture
def repository(original, tmp_path):
    """A copy of it to be changed."""
    return Path(shutil.copytree(original, tmp_path / "repository"))


def held(folder, revision="HEAD", exclude=()):
    """What a revision held, by path, as the reader gives it."""
    earlier = read_revision(read_tree(folder, exclude), revision)
    return {path: earlier.read(path) for path in earlier.files}


def canary(folder):
    """A file that is written when the repository's commands are run, and a script that writes it."""
    bird, script = folder.parent / "canary", folder.parent / "run.sh"
    script.write_text(f"#!/bin/sh\necho ran >> {bird}\nexit 1\n")
    script.chmod(0o755)
    return bird, script


def configure(folder, script):
    """Name a script wherever a repository can name one."""
    with (folder / ".git" / "config").open("a") as file:
        for key in COMMANDS:
            section, _, name = key.rpartition(".")
            head, _, inner = section.partition(".")
            file.write(f'[{head} "{inner}"]\n' if inner else f"[{head}]\n")
            file.write(f"\t{name} = {script}\n")
    hooks = folder / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        (hooks / name).write_bytes(script.read_bytes())
        (hooks / name).chmod(0o755)
    (folder / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")


def test_a_revision_holds_what_its_files_said_then(original):
    assert held(original) == {"kept.py": b"kept.py\n", "changed.py": b"changed\n"}
    assert held(original, "HEAD~1") == {name: f"{name}\n".encode() for name in ("kept.py", "changed.py", "gone.py")}


@pytest.mark.parametrize("state", ["untracked", "staged", "edited", "deleted"])
def test_what_is_not_committed_is_not_in_a_revision(repository, state):
    before = held(repository)
    match state:
        case "edited":
            (repository / "kept.py").write_text("edited\n")
        case "deleted":
            (repository / "kept.py").unlink()
        case _:
            (repository / "new.py").write_text("new\n")
    if state == "staged":
        git(repository, "add", "-A")
    assert held(repository) == before


def test_files_as_they_were_are_told_from_those_that_changed(repository):
    assert read_revision(read_tree(repository), "HEAD~1").same == {"kept.py"}
    (repository / "kept.py").write_text("edited\n")
    (repository / "new.py").write_text("new\n")
    assert read_revision(read_tree(repository), "HEAD").same == {"changed.py"}


def test_any_name_of_a_commit_is_a_revision(repository):
    git(repository, "tag", "v1", "HEAD~1")
    git(repository, "tag", "-a", "v2", "HEAD~1", "-m", "annotated")
    git(repository, "branch", "a/branch", "HEAD~1")
    whole = git(repository, "rev-parse", "HEAD~1")
    for name in ("HEAD^", "HEAD@{1}", "v1", "v2", "a/branch", "refs/tags/v2", whole, whole[:9]):
        assert "gone.py" in held(repository, name), name


@pytest.mark.parametrize(
    "revision",
    [
        "missing", "HEAD~9", "0" * 40, "HEAD:kept.py", "HEAD^{tree}", ":kept.py", ":/no such message", "HEAD..HEAD~1", "^HEAD", "@{upstream}",
        "", " ", "a b", "a\nb", "HEAD --", "--", "-", "-h", "--help", "--output=x", "--exec=touch x", "--all", "--git-dir=/", "$(touch x)",
        "; touch x", "é", "\udcff", "*", "HEAD\x1b[31m",
    ],
)  # fmt: skip
def test_what_names_no_commit_is_no_revision(original, revision):
    with pytest.raises(NoRevision, match=r"^(?:no )?revision '"):
        held(original, revision)
    assert {path.name for path in original.iterdir()} == {".git", "kept.py", "changed.py"}


def test_before_the_first_commit_there_is_no_revision(tmp_path):
    git(tmp_path, "init", "--quiet")
    (tmp_path / "a.py").write_text("")
    with pytest.raises(NoRevision, match=r"no revision 'HEAD' here$"):
        held(tmp_path)


def test_a_shallow_clone_says_so(repository, tmp_path):
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{repository}", "shallow")
    assert "kept.py" in held(tmp_path / "shallow")
    with pytest.raises(NoRevision, match="no revision 'HEAD~1' here: the clone is shallow, so fetch its history"):
        held(tmp_path / "shallow", "HEAD~1")


def test_a_folder_outside_git_has_no_revisions(tmp_path):
    (tmp_path / "a.py").write_text("")
    with pytest.raises(NoListing, match=NO_TREE):
        held(tmp_path)


def test_without_git_there_are_no_revisions(repository, monkeypatch):
    tree = read_tree(repository)
    monkeypatch.setenv("PATH", str(repository / "nothing"))
    with pytest.raises(NoListing, match="git is not installed"):
        read_revision(tree, "HEAD")


def test_a_missing_tree_is_said(repository):
    (repository / "sub").mkdir()
    (repository / "sub" / "a.py").write_text("")
    commit(repository)
    id_ = git(repository, "rev-parse", "HEAD:sub")
    (repository / ".git" / "objects" / id_[:2] / id_[2:]).unlink()
    with pytest.raises(NoRevision, match="revision 'HEAD' cannot be read: git failed"):
        held(repository)


def test_a_folder_below_the_top_has_its_own_paths(repository):
    (repository / "sub" / "deep").mkdir(parents=True)
    (repository / "sub" / "deep" / "a.py").write_text("a\n")
    commit(repository)
    (repository / "sub" / "deep" / "a.py").write_text("edited\n")
    assert held(repository / "sub") == {"deep/a.py": b"a\n"}
    assert held(repository / "sub", "HEAD~1") == {}


NAMES = [
    b"a b.py", b" a.py", b"a\nb.py", b"a\tb.py", b'a"b.py', b"a'b.py", b"a\\b.py", b"a\\nb.py", b"\xc3\xa9.py", b"\xff.py", b"-a.py", b"--.py",
    b"*.py", b"[a].py", b"a:b.py", b"\x1b[31m.py", "\u202e.py".encode(), "\U0001f600.py".encode(),
]  # fmt: skip


def test_any_name_of_a_file_is_read_as_the_tree_writes_it(repository):
    for text in ("then", "now"):
        for number, name in enumerate(NAMES):
            with open(os.path.join(os.fsencode(repository), name), "w") as file:  # noqa: PTH123  # pathlib takes no bytes
                file.write(f"{text} {number}")
        if text == "then":
            commit(repository)
            assert read_revision(read_tree(repository), "HEAD").same == set(read_tree(repository).files)
    tree = read_tree(repository)
    then = held(repository)
    assert then.keys() == set(tree.files)
    assert len(then) == len(NAMES) + 2
    assert all(tree.read(path).replace(b"now", b"then") == content for path, content in then.items())


def test_links_and_submodules_are_no_files_of_a_revision(repository, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "--quiet")
    (other / "inner.py").write_text("inner\n")
    commit(other)
    git(repository, "submodule", "--quiet", "add", str(other), "sub")
    (repository / "link.py").symlink_to("kept.py")
    (repository / "loop").symlink_to(".")
    commit(repository)
    assert held(repository).keys() == {".gitmodules", "kept.py", "changed.py"}


def test_a_file_that_was_a_link_is_new(repository):
    (repository / "link.py").symlink_to("kept.py")
    commit(repository)
    (repository / "link.py").unlink()
    (repository / "link.py").write_text("kept.py")
    earlier = read_revision(read_tree(repository), "HEAD")
    assert "link.py" not in earlier.files
    assert "link.py" not in earlier.same


def test_a_link_that_was_a_file_is_read_as_the_file(repository, tmp_path):
    (tmp_path / "secret.py").write_text("secret\n")
    (repository / "kept.py").unlink()
    (repository / "kept.py").symlink_to(tmp_path / "secret.py")
    assert held(repository)["kept.py"] == b"kept.py\n"


def test_a_folder_that_was_a_file_and_a_file_that_was_a_folder_are_read(repository):
    (repository / "gone.py").mkdir()
    (repository / "gone.py" / "a.py").write_text("a\n")
    assert held(repository, "HEAD~1")["gone.py"] == b"gone.py\n"
    commit(repository)
    (repository / "gone.py" / "a.py").unlink()
    (repository / "gone.py").rmdir()
    (repository / "gone.py").write_text("file\n")
    assert held(repository)["gone.py/a.py"] == b"a\n"


@pytest.mark.parametrize("configured", ["core.autocrlf=true", "core.eol=crlf", "* text eol=crlf", "* -text"])
def test_line_ends_of_the_working_tree_are_read_as_they_lie(repository, configured):
    if configured.startswith("core"):
        git(repository, "config", *configured.split("="))
    else:
        (repository / ".gitattributes").write_text(f"{configured}\n")
    (repository / "lines.py").write_bytes(b"a\r\nb\r\n")
    commit(repository)
    git(repository, "rm", "--quiet", "--cached", "-r", ".")
    git(repository, "reset", "--quiet", "--hard")
    earlier = read_revision(read_tree(repository), "HEAD")
    assert earlier.read("lines.py").split() == [b"a", b"b"]
    assert (earlier.read("lines.py") == (repository / "lines.py").read_bytes()) is ("lines.py" in earlier.same)


def test_a_repository_of_the_newer_hash_is_read(tmp_path):
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    (tmp_path / "a.py").write_text("a\n")
    (tmp_path / "b.py").write_text("b\n")
    commit(tmp_path)
    (tmp_path / "b.py").write_text("edited\n")
    earlier = read_revision(read_tree(tmp_path), "HEAD")
    assert earlier.same == {"a.py"}
    assert earlier.read("b.py") == b"b\n"


@pytest.mark.parametrize("kind", ["sha1", "sha256"])
def test_ids_are_those_that_git_gives(tmp_path, kind):
    git(tmp_path, "init", "--quiet", f"--object-format={kind}")
    for content in (b"", b"a\n", b"\0\r\n\xff" * 1000):
        (tmp_path / "a").write_bytes(content)
        id_ = git(tmp_path, "hash-object", "--no-filters", "a")
        assert id_of(content, id_) == id_


def test_contents_are_told_apart_whatever_they_hold(tmp_path):
    git(tmp_path, "init", "--quiet")
    texts = [
        b"",
        b"\n",
        b"\n\n",
        b"0" * 40 + b" missing\n",
        b"0" * 40 + b" blob 3\nabc\n",
        b"\0\xff" * 5000,
        b"no end",
        b" missing",
    ]
    ids = []
    for content in texts:
        (tmp_path / "a").write_bytes(content)
        ids.append(git(tmp_path, "hash-object", "-w", "--no-filters", "a"))
    missing = "0" * 39 + "1"
    assert contents_of(tmp_path, [missing, *ids, missing, *ids]) == dict(zip(ids, texts, strict=True))
    assert contents_of(tmp_path, [missing]) == contents_of(tmp_path, []) == {}


def test_what_is_not_read_now_is_not_read_then(repository):
    for name in ("venv", "third_party", "node_modules"):
        (repository / name).mkdir()
        (repository / name / "a.py").write_text("")
    (repository / "big.py").write_bytes(b"#" * 5_000_001)
    commit(repository)
    (repository / "big.py").write_text("small\n")
    assert held(repository, exclude=("third_party", "ch*.py")).keys() == {"kept.py"}


def test_a_file_that_goes_while_it_is_read_is_read_as_it_was(repository):
    tree = read_tree(repository)
    (repository / "kept.py").unlink()
    earlier = read_revision(tree, "HEAD")
    assert earlier.read("kept.py") == b"kept.py\n"


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~1"])
def test_nothing_that_the_repository_configures_is_run(repository, revision):
    bird, script = canary(repository)
    configure(repository, script)
    (repository / "kept.py").write_text("edited\n")
    assert held(repository, revision)["kept.py"] == b"kept.py\n"
    assert not bird.exists()
    # the canary sings where git is asked without care
    subprocess.run(["git", "status"], cwd=repository, capture_output=True, check=False)
    assert bird.exists()


def missing_blobs(repository, tmp_path):
    """A clone that holds trees and leaves the contents of files to be fetched when somebody asks for them."""
    allow = "git -c uploadpack.allowFilter=true upload-pack"
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", "--upload-pack", allow, f"file://{repository}", "partial")
    return tmp_path / "partial"


def test_what_a_partial_clone_lacks_is_left_out_or_told(original, tmp_path):
    partial = missing_blobs(original, tmp_path)
    assert held(partial).keys() == {"kept.py", "changed.py"}
    with suppress(NoRevision):
        assert held(partial, "HEAD~1").keys() == {"kept.py"}


@pytest.mark.parametrize(
    "url", ["", "ssh://host.invalid/x", "{folder}", "ext::{script}", "vcs::x", "https://host.invalid/x"]
)
def test_nothing_is_fetched_for_contents_that_are_missing(original, tmp_path, url):
    partial = missing_blobs(original, tmp_path)
    lacking = git(partial, "rev-parse", "HEAD~1:gone.py")
    bird, script = canary(partial)
    configure(partial, script)
    git(partial, "config", "protocol.allow", "always")
    if url:
        git(partial, "config", "--unset", "remote.origin.vcs")
        git(partial, "config", "remote.origin.url", url.format(folder=original, script=script))
    try:
        with suppress(NoRevision):
            held(partial, "HEAD~1")
        assert contents_of(partial, [lacking]) == {}
    finally:
        assert not bird.exists()
    if url and not url.startswith(("vcs", "https")):
        subprocess.run(["git", "cat-file", "-p", lacking], cwd=partial, capture_output=True, check=False)
        assert bird.exists()


@pytest.mark.parametrize(
    "name", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_CEILING_DIRECTORIES", "GIT_NAMESPACE"]
)
def test_git_variables_of_the_caller_say_nothing_about_a_revision(repository, tmp_path, monkeypatch, name):
    before = held(repository, "HEAD~1")
    monkeypatch.setenv(name, str(tmp_path))
    assert held(repository, "HEAD~1") == before


def test_a_worktree_beside_the_repository_has_the_revisions_of_it(repository, tmp_path):
    git(repository, "worktree", "add", "--quiet", "--detach", str(tmp_path / "beside"))
    assert held(tmp_path / "beside", "HEAD~1") == held(repository, "HEAD~1")
