"""Writing: whole or not at all, and nothing of anybody else's is lost."""

import os
import subprocess

import pytest

from planner.readers.tree import Skipped, read_tree
from planner.render.bundle import Bundle, drift, write
from planner.render.project import project_tree
from planner.vocabulary.position import InputError

ONE = Bundle({"a.txt": b"one\n", "b/c.sh": b"#!/bin/sh\n"})
TWO = Bundle({"a.txt": b"two\n"})


def test_a_bundle_is_written_with_sums_that_sha256sum_accepts(tmp_path):
    write(ONE, tmp_path / "out")
    assert (tmp_path / "out" / "b" / "c.sh").stat().st_mode & 0o111
    subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=tmp_path / "out", check=True, capture_output=True)
    assert drift(ONE, tmp_path / "out") == []


def test_ours_is_replaced_and_what_is_gone_goes(tmp_path):
    write(ONE, tmp_path / "out")
    write(TWO, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".planner-bundle", "SHA256SUMS", "a.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_a_folder_with_other_files_is_refused_and_untouched(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match=r"not ours: thesis\.txt"):
        write(ONE, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["thesis.txt"]


def test_a_foreign_file_beside_ours_is_refused(tmp_path):
    write(ONE, tmp_path / "out")
    (tmp_path / "out" / "notes.md").write_text("mine")
    with pytest.raises(InputError, match=r"not ours: notes\.md"):
        write(TWO, tmp_path / "out")
    assert (tmp_path / "out" / "a.txt").read_text() == "one\n"


def test_a_file_changed_by_hand_is_refused_unless_it_is_unmanaged(tmp_path):
    write(ONE, tmp_path / "out")
    (tmp_path / "out" / "a.txt").write_text("edited\n")
    assert drift(ONE, tmp_path / "out") == ["a.txt differs"]
    with pytest.raises(InputError, match=r"changed by hand: a\.txt"):
        write(TWO, tmp_path / "out")
    write(TWO, tmp_path / "out", frozenset({"a.txt"}))
    assert (tmp_path / "out" / "a.txt").read_text() == "edited\n"


def test_a_link_or_a_file_in_the_folders_place_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_text("")
    for name in ("link", "file"):
        with pytest.raises(InputError, match="is no folder"):
            write(ONE, tmp_path / name)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write(ONE, tmp_path / "file" / "out")


def test_a_failing_write_leaves_the_old_folder_as_it_was(tmp_path, monkeypatch):
    write(ONE, tmp_path / "out")
    real = os.rename

    def failing(source, target):
        if str(target).endswith("/out") and "-old-" not in str(source):
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr("planner.render.bundle.os.rename", failing)
    with pytest.raises(InputError, match="No space left"):
        write(TWO, tmp_path / "out")
    assert drift(ONE, tmp_path / "out") == []
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def sums(folder, *paths):
    done = subprocess.run(["sha256sum", *paths], cwd=folder, check=True, capture_output=True)
    (folder / "SHA256SUMS").write_bytes(done.stdout)


def test_a_folder_with_its_own_complete_sums_is_not_ours(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    sums(tmp_path / "out", "thesis.txt")
    with pytest.raises(InputError, match=r"not ours: SHA256SUMS, thesis\.txt"):
        write(ONE, tmp_path / "out")
    assert (tmp_path / "out" / "thesis.txt").read_text() == "mine"


def test_a_mark_that_the_sums_do_not_name_makes_nothing_ours(tmp_path):
    write(ONE, tmp_path / "out")
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    sums(tmp_path / "out", "thesis.txt", "a.txt", "b/c.sh")
    with pytest.raises(InputError, match="not ours"):
        write(TWO, tmp_path / "out")


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device"), RuntimeError])
def test_the_old_folder_survives_whatever_happens(tmp_path, monkeypatch, error):
    write(ONE, tmp_path / "out")
    real = os.rename

    def failing(source, target):
        if str(target).endswith("/out") and "-old-" not in str(source):
            raise error
        real(source, target)

    monkeypatch.setattr("planner.render.bundle.os.rename", failing)
    with pytest.raises((KeyboardInterrupt, InputError, RuntimeError)):
        write(TWO, tmp_path / "out")
    assert drift(ONE, tmp_path / "out") == []
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_old_folder_that_cannot_be_moved_back_is_kept_and_named(tmp_path, monkeypatch):
    write(ONE, tmp_path / "out")
    real = os.rename

    def failing(source, target):
        if str(target).endswith("/out"):
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr("planner.render.bundle.os.rename", failing)
    with pytest.raises(InputError, match="cannot be moved back") as raised:
        write(TWO, tmp_path / "out")
    (old,) = tmp_path.glob(".out-old-*/old")
    assert str(old) in raised.value.problems[0].what
    assert drift(ONE, old) == []


@pytest.mark.parametrize("ours", [True, False])
@pytest.mark.parametrize("kind", ["dangling", "folder", "endless", "pipe", "empty"])
def test_what_is_no_regular_file_is_named_and_stays(tmp_path, kind, ours):
    out = tmp_path / "out"
    write(ONE, out) if ours else out.mkdir()
    make = {
        "dangling": lambda path: path.symlink_to("nowhere"),
        "folder": lambda path: path.symlink_to(tmp_path),
        "endless": lambda path: path.symlink_to("/dev/zero"),
        "pipe": os.mkfifo,
        "empty": os.mkdir,
    }
    make[kind](out / "odd")
    assert "odd is not ours" in drift(ONE, out)
    with pytest.raises(InputError, match="not ours: odd"):
        write(TWO, out)
    assert os.path.lexists(out / "odd")


@pytest.mark.parametrize("name", ["a.txt", "SHA256SUMS", ".planner-bundle"])
def test_a_file_of_ours_replaced_by_a_link_is_not_read_through(tmp_path, name):
    write(ONE, tmp_path / "out")
    (tmp_path / "out" / name).unlink()
    (tmp_path / "out" / name).symlink_to("/dev/zero")
    assert f"{name} differs" in drift(ONE, tmp_path / "out")
    with pytest.raises(InputError, match=r"not ours|changed by hand"):
        write(TWO, tmp_path / "out", frozenset({name}))


def test_a_foreign_folder_is_refused_before_anything_in_it_is_read(tmp_path, monkeypatch):
    (tmp_path / "out" / "deep").mkdir(parents=True)
    (tmp_path / "out" / "deep" / "file").write_text("")
    monkeypatch.setattr("planner.render.bundle._entries", lambda folder: pytest.fail("read"))
    with pytest.raises(InputError, match="not ours: deep"):
        write(ONE, tmp_path / "out")


def test_a_folder_that_cannot_be_read_is_refused(tmp_path, monkeypatch):
    write(ONE, tmp_path / "out")

    def failing(folder, path, found):
        raise PermissionError(13, "Permission denied")

    # the tests may run as root, who may read everything
    monkeypatch.setattr("planner.render.bundle._digest", failing)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        write(TWO, tmp_path / "out")
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        drift(ONE, tmp_path / "out")


def test_an_unmanaged_file_is_no_drift_and_breaks_no_sums(tmp_path):
    out, unmanaged = tmp_path / "out", frozenset({"a.txt"})
    write(ONE, out, unmanaged)
    for _ in range(2):
        (out / "a.txt").write_text("edited\n")
        assert drift(ONE, out, unmanaged) == []
        subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=out, check=True, capture_output=True)
        write(ONE, out, unmanaged)
    (out / "a.txt").unlink()
    assert drift(ONE, out, unmanaged) == ["a.txt is missing"]


def test_an_edited_file_is_not_lost_when_it_is_managed_again(tmp_path):
    write(ONE, tmp_path / "out")
    (tmp_path / "out" / "a.txt").write_text("edited\n")
    write(ONE, tmp_path / "out", frozenset({"a.txt"}))
    with pytest.raises(InputError, match=r"not ours: a\.txt"):
        write(ONE, tmp_path / "out")
    assert (tmp_path / "out" / "a.txt").read_text() == "edited\n"


def test_a_projects_own_folders_stay_in_its_tree_and_bundles_leave_it(tmp_path):
    for name in ("migration", "src"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text("")
        sums(tmp_path / name, "a.py")
    write(ONE, tmp_path / "rendered")
    tree = project_tree(read_tree(tmp_path), tmp_path / "out")
    assert tree.files == ("migration/SHA256SUMS", "migration/a.py", "src/SHA256SUMS", "src/a.py")
    assert tree.skipped == (Skipped("rendered", "a bundle that planner wrote"),)


def test_a_projects_tree_is_the_same_after_its_plans_are_written(tmp_path):
    (tmp_path / "a.py").write_text("")
    before = project_tree(read_tree(tmp_path), tmp_path / "out")
    for name in ("out", "migration", "migration-home"):
        write(ONE, tmp_path / name)
    assert project_tree(read_tree(tmp_path), tmp_path / "out") == before
