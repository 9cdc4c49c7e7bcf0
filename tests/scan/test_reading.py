"""Files are read by one process or by several: the same results in the same order, each file once, each fault with its file."""

import gc
import os
from pathlib import Path

import pytest

from planner.catalog.load import load_catalog
from planner.readers.tree import read_tree
from planner.scan.python.record import FileCouplings
from planner.scan.scan import read_project, scan

CATALOG = load_catalog()
CUDA = "import torch\nx.cuda()\n"
JOBS = pytest.mark.parametrize("jobs", [1, 2, 3])


@pytest.fixture
def project(tmp_path):
    """More files than a process takes at once; the first takes much longer than all others together."""
    (tmp_path / "00.py").write_text("import torch\n" + "x.cuda()\n" * 1000)
    for number in range(1, 40):
        (tmp_path / f"{number:02}.py").write_text(f"{CUDA}# {number}\n")
    return tmp_path


def read(folder, jobs, progress=lambda path: None):
    return read_project(read_tree(folder), CATALOG, progress, jobs)


@JOBS
def test_results_stand_in_the_order_of_the_files_whichever_is_ready_first(project, jobs):
    told: list[str] = []
    found = read(project, jobs, told.append)
    assert list(found) == told == sorted(path.name for path in project.iterdir())
    assert found == read(project, 1)
    assert all(isinstance(one, FileCouplings) and one.couplings for one in found.values())


@JOBS
def test_what_cannot_be_read_has_a_reason_in_place_of_a_result(project, jobs):
    for name in ("10.py", "20.py", "30.py"):
        (project / name).unlink()
    (project / "10.py").write_bytes(b"\0")
    tree = read_tree(project)
    (project / "21.py").unlink()
    (project / "31.py").unlink()
    (project / "31.py").mkdir()
    (project / "39.py").write_bytes(b" " * 5_000_001)
    found = read_project(tree, CATALOG, jobs=jobs)
    assert {path: reason for path, reason in found.items() if isinstance(reason, str)} == {
        "10.py": "binary content in a file named .py",
        "21.py": "cannot be read: No such file or directory",
        "31.py": "cannot be read: Is a directory",
        "39.py": "cannot be read: more than 5,000,000 bytes",
    }
    assert len(found) == 38


@pytest.mark.parametrize("becomes", ["a folder", "nothing", "a link", "a pipe", "too large"])
def test_a_file_that_changes_between_listing_and_reading_is_told_as_unread(tmp_path, becomes):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(CUDA)
    tree = read_tree(tmp_path)
    path = tmp_path / "b.py"
    path.unlink()
    match becomes:
        case "a folder":
            path.mkdir()
        case "a link":
            path.symlink_to("a.py")
        case "a pipe":
            os.mkfifo(path)
        case "too large":
            path.write_bytes(b" " * 5_000_001)
    inventory = scan(tree, CATALOG)
    assert [item.path for item in inventory.skipped] == ["b.py"]
    assert inventory.skipped[0].reason.startswith("cannot be read: ")
    assert {item.position.path for item in inventory.couplings} == {"a.py"}


def test_what_is_read_once_is_not_read_again(project):
    before = read(project, 1)
    for path in project.iterdir():
        path.write_text("")
    (project / "40.py").write_text(CUDA)
    told: list[str] = []
    found = read_project(read_tree(project), CATALOG, told.append, 1, before)
    assert told == ["40.py"]
    assert {**before, "40.py": found["40.py"]} == found


def test_files_of_no_kind_are_not_read(tmp_path):
    for name in ("a.py", "b.txt", "c.png", "LICENSE", "py", ".py"):
        (tmp_path / name).write_text(CUDA)
    assert list(read(tmp_path, 1)) == [".py", "a.py"]


@JOBS
def test_an_empty_folder_has_no_results(tmp_path, jobs):
    assert read(tmp_path, jobs) == {}


@pytest.mark.parametrize("breaks", [False, True])
def test_the_garbage_of_the_caller_is_collected_as_before(project, breaks):
    before = gc.get_threshold()

    def progress(path):
        assert gc.get_threshold()[0] > before[0]
        if breaks:
            raise KeyboardInterrupt

    if breaks:
        with pytest.raises(KeyboardInterrupt):
            read(project, 1, progress)
    else:
        read(project, 1, progress)
    assert gc.get_threshold() == before


def test_few_files_start_no_process(project, monkeypatch):
    monkeypatch.setattr("planner.scan.reading.ProcessPoolExecutor", None)
    assert len(read(project, None)) == 40
    with pytest.raises(TypeError):
        read(project, 2)


def test_the_folder_may_be_named_from_anywhere(project, monkeypatch):
    expected = read(project, 1)
    monkeypatch.chdir(project.parent)
    assert read(Path(project.name), 2) == expected
