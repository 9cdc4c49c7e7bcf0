"""Writing: whole or not at all, and nothing of anybody else's is lost."""

import os
import subprocess

import pytest

from planner.render.bundle import Bundle, drift, write
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
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["SHA256SUMS", "a.txt"]
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
