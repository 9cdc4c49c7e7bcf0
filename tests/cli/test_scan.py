"""`planner scan`: what is known does not count, what was added does, what is left out is told, and nothing else changes a byte."""

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from planner.cli.main import run
from planner.cli.progress import progress
from planner.readers.tree import read_tree

CUDA = "x = torch.zeros(1).cuda()\n"
MORE = "y = torch.ones(2).cuda()\n"
PROJECT = {"a.py": f"import torch\n{CUDA}", "b.py": "import torch\n"}
KERNELS = "import triton\n\n\n@triton.jit\ndef _add(x):\n    pass\n\n\ndef add(x):\n    return _add[(1,)](x)\n"
BOUND = "import torch\nfrom kernels import add\n\n\ndef forward(x):\n    return add(x)\n"
GUARDED = BOUND.replace("return", "if x.is_cuda:\n        return") + "    else:\n        return x + 1\n"


def git(folder, *arguments):
    done = subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "protocol.file.allow=always", *arguments],
        cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "a commit")


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def project(tmp_path):
    """A folder with a coupling in line 2 of `a.py`."""
    return write(tmp_path / "project", PROJECT)


@pytest.fixture(scope="module")
def committed(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("committed"), PROJECT)
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


@pytest.fixture
def repository(committed, tmp_path):
    """The same folder in git, all of it committed."""
    return Path(shutil.copytree(committed, tmp_path / "project"))


@pytest.fixture(scope="module")
def baseline(committed, tmp_path_factory):
    """A baseline of the project, beside it."""
    path = tmp_path_factory.mktemp("baseline") / "baseline.json"
    assert run(["scan", str(committed), "--write-baseline", str(path)]) == 0
    return path


@pytest.fixture
def scan(planner):
    """Scan a folder: the exit code and the report, where the least finding counts."""

    def call(folder, *arguments):
        common = ("--as-of", "2026-12-01", "--fail-on", "note", "--format", "json")
        code, out, err = planner("scan", folder, *common, *arguments)
        assert (code in (0, 10), err) == (True, "")
        return code, json.loads(out)

    return call


def new(result):
    """What counts; the exit code says whether there is anything."""
    code, report = result
    found = sorted((item["path"], item["line"]) for item in report["findings"] if not item["suppressed"])
    assert code == (10 if found else 0)
    return found


def notes(result):
    return "\n".join(result[1]["notes"])


# --- stacks


def test_only_the_stacks_that_are_asked_for_are_told_of_everywhere(scan, project):
    write(project, {"a.py": "import torch\nprint(torch.hpu.device_count())\nx.cuda()\n"})
    _, report = scan(project, "--stack", "rocm", "--stack", "hpu")
    rows = report["inventory"]["couplings"]
    assert {tuple(row["effects"]) for row in (*rows, *report["findings"])} == {("hpu", "rocm")}
    assert all(set(row["effects"].values()) != {"works"} for row in rows)
    assert report["summary"].startswith("only rocm, hpu; files: ")
    assert f"couplings: {len(rows)} " in report["summary"]
    # where all of it works nothing is told
    _, report = scan(project, "--stack", "cuda")
    assert ".cuda()" not in {row["symbol"] for row in report["inventory"]["couplings"]}


def test_unknown_stacks_are_named_all_at_once(planner, project):
    code, _, err = planner("scan", project, "--stack", "gpu", "--stack", "cuda", "--stack", "amd")
    assert (code, "no stack is called 'gpu' or 'amd'" in err) == (2, True)


# --- baselines


def test_known_findings_do_not_count_and_are_told_as_known(planner, scan, project, baseline):
    assert new(scan(project)) == [("a.py", 2)]
    result = scan(project, "--baseline", baseline)
    assert new(result) == []
    assert [item["suppressed"] for item in result[1]["findings"]] == ["known, by baseline.json"]
    assert result[1]["summary"].endswith("findings: 0 (and 1 suppressed or known)")
    code, out, _ = planner("scan", project, "--fail-on", "note", "--baseline", baseline, "--format", "sarif")
    (told,) = [item["suppressions"] for item in json.loads(out)["runs"][0]["results"]]
    assert (code, told) == (0, [{"kind": "external", "justification": "known, by baseline.json"}])


def test_a_baseline_is_sorted_and_the_same_bytes_each_time(planner, project, tmp_path):
    write(project, {"c.py": f"import torch\n{MORE}{CUDA}", "sub/a.py": f"import torch\n{CUDA}"})
    for name in ("one", "two"):
        code, out, err = planner("scan", project, "--write-baseline", tmp_path / name)
        assert (code, out) == (0, "")
        assert "4 findings are known from now on" in err
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    entries = json.loads((tmp_path / "one").read_text())["known"]
    assert [one["path"] for one in entries] == ["a.py", "c.py", "c.py", "sub/a.py"]


@pytest.mark.parametrize(
    "changed",
    [
        {"a.py": f"import torch\r\nif True:\r\n    {CUDA.strip()}\r\n"},
        {"a.py": f"import torch\n{CUDA.replace('1', '2')}"},
        {"a.py": "", "sub/deeper/a.py": f"import torch\n\n\n{CUDA}"},
    ],
    ids=["moved", "edited", "renamed"],
)
def test_a_known_coupling_stays_known_where_it_goes(scan, project, baseline, changed):
    write(project, changed)
    assert new(scan(project, "--baseline", baseline)) == []


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"a.py": f"import torch\n{MORE}{CUDA}"}, [("a.py", 2)]),
        ({"a.py": f"import torch\n{CUDA}{CUDA}"}, [("a.py", 3)]),
        ({"b.py": f"import torch\n{CUDA}"}, [("b.py", 2)]),
        ({"a.py": "import torch\nd = torch.device('cuda')\n", "run.sh": "nvidia-smi\n"}, [("a.py", 2), ("run.sh", 1)]),
    ],
    ids=["above", "twice", "copied", "of other kinds"],
)
def test_a_new_coupling_is_reported_once_and_at_its_own_line(scan, project, baseline, changed, found):
    write(project, changed)
    assert new(scan(project, "--baseline", baseline)) == found


def test_entries_that_are_gone_are_counted_in_a_note(scan, project, baseline):
    assert "baseline" not in notes(scan(project, "--baseline", baseline))
    write(project, {"a.py": "import torch\n"})
    told = notes(scan(project, "--baseline", baseline))
    assert re.search(r"^1 finding.* of the baseline .* gone: .*--write-baseline", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        (b'{"known": [', "its JSON cannot be read"),
        (b'{"format_version": "1.0", "known": [{"rule": "DEV202"}]}', "entry 1 lacks one of rule, path, symbol, line"),
        (b'{"format_version": "9.0", "known": []}', "its format_version is '9.0', and this planner reads 1.0"),
        (b"\x7fELF\0\xff\xfe", "it is no text"),
    ],
    ids=["missing", "half", "wrong shape", "newer", "binary"],
)
def test_what_is_no_baseline_ends_with_its_name_and_what_to_do(planner, project, tmp_path, content, said):
    path = tmp_path / "known.json"
    if content is not None:
        path.write_bytes(content)
    code, out, err = planner("scan", project, "--baseline", path)
    assert (code, out) == (2, "")
    assert all(part in err for part in ("known.json", said, "--write-baseline"))


@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
def test_a_folder_is_no_baseline(planner, project, option):
    code, _, err = planner("scan", project, option, project)
    assert code == 2
    assert "is a directory" in err


def test_a_baseline_that_cannot_be_written_is_said(planner, project, tmp_path):
    code, _, err = planner("scan", project, "--write-baseline", tmp_path / "missing" / "baseline.json")
    assert code == 2
    assert "baseline.json" in err


# --- what was added since a revision


@pytest.mark.parametrize("state", ["committed", "staged", "unstaged", "untracked"])
def test_only_couplings_added_since_a_revision_count(scan, repository, state):
    name, revision = ("new.py" if state == "untracked" else "b.py"), ("HEAD~1" if state == "committed" else "HEAD")
    write(repository, {name: f"import torch\n\n{MORE}"})
    match state:
        case "committed":
            commit(repository)
        case "staged":
            git(repository, "add", "-A")
    result = scan(repository, "--diff", revision)
    assert new(result) == [(name, 3)]
    told = {item["path"]: item["suppressed"] for item in result[1]["findings"]}
    assert told == {name: None, "a.py": f"there since {revision} or before"}


def test_without_a_change_nothing_counts_and_all_is_external(planner, repository):
    code, out, _ = planner("scan", repository, "--fail-on", "note", "--diff", "HEAD", "--format", "sarif")
    results = json.loads(out)["runs"][0]["results"]
    assert (code, [one["kind"] for item in results for one in item["suppressions"]]) == (0, ["external"])


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"a.py": f"import torch\n{MORE}\n\n{CUDA}"}, [("a.py", 2)]),
        ({"a.py": "", "renamed.py": f"import torch\n\n{CUDA}"}, []),
        ({"a.py": f"import torch\n{CUDA}{CUDA}", "copy.py": f"import torch\n{CUDA}"}, [("a.py", 3), ("copy.py", 2)]),
        (
            {"requirements.txt": "torch\ntorch-scatter\n", "run.sh": "nvidia-smi\n"},
            [("requirements.txt", 2), ("run.sh", 1)],
        ),
    ],
    ids=["added above", "renamed", "copied", "of other kinds"],
)
def test_what_a_change_adds_and_what_it_only_moves(scan, repository, changed, found):
    write(repository, changed)
    assert new(scan(repository, "--diff", "HEAD")) == found


def test_a_change_in_one_file_that_binds_a_kernel_of_another_is_reported_there(scan, repository):
    write(repository, {"kernels.py": KERNELS, "model.py": GUARDED})
    commit(repository)
    write(repository, {"model.py": BOUND})
    assert new(scan(repository, "--diff", "HEAD")) == [("kernels.py", 4)]
    commit(repository)
    assert new(scan(repository, "--diff", "HEAD~1")) == [("kernels.py", 4)]
    assert new(scan(repository, "--diff", "HEAD")) == []


def test_a_name_that_another_file_now_gives_is_reported_where_it_is_used(scan, repository):
    write(repository, {"compat.py": "gpu = None\n", "use.py": "from compat import gpu\n\ngpu.synchronize()\n"})
    commit(repository)
    write(repository, {"compat.py": "from torch import cuda as gpu\n"})
    assert ("use.py", 3) in new(scan(repository, "--diff", "HEAD"))


@pytest.mark.parametrize(
    "words", [["--diff=missing"], ["--diff", "--output=x"], ["--diff=-x"], ["--diff", "a\nb"], ["--diff", ""]]
)
def test_what_is_no_revision_ends_with_its_name(planner, repository, words):
    code, out, err = planner("scan", repository, *words)
    assert (code, out) == (2, "")
    assert f"no revision {words[-1].removeprefix('--diff=')!r} here" in err
    assert not (repository / "x").exists()


def test_a_revision_that_a_shallow_clone_lacks_ends_with_what_to_do(planner, repository, tmp_path):
    commit(repository)
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{repository}", "shallow")
    code, _, err = planner("scan", tmp_path / "shallow", "--diff", "HEAD~1")
    assert code == 2
    assert "fetch its history" in " ".join(err.split())


def test_a_folder_outside_git_has_nothing_to_compare_with(planner, project):
    code, out, err = planner("scan", project, "--diff", "HEAD")
    assert (code, out) == (2, "")
    assert "not a git working tree" in err


def test_a_folder_below_the_top_is_compared_with_itself(scan, repository):
    write(repository, {"sub/a.py": f"import torch\n{CUDA}"})
    commit(repository)
    write(repository, {"sub/a.py": f"import torch\n{CUDA}{MORE}", "b.py": f"import torch\n{MORE}"})
    assert new(scan(repository / "sub", "--diff", "HEAD")) == [("a.py", 3)]


def test_any_name_of_a_file_is_compared(scan, repository):
    names = ["a b.py", "é.py", "a\nb.py", "a\\b.py", '"a".py', "-a.py", "[a].py", "a\tb/c d.py"]
    write(repository, dict.fromkeys(names, f"import torch\n{CUDA}"))
    commit(repository)
    assert new(scan(repository, "--diff", "HEAD")) == []
    write(repository, dict.fromkeys(names, f"import torch\n{CUDA}{MORE}"))
    assert [line for _, line in new(scan(repository, "--diff", "HEAD"))] == [3] * len(names)


def test_a_file_that_was_a_link_then_is_new(scan, repository):
    (repository / "link.py").symlink_to("a.py")
    commit(repository)
    assert new(scan(repository, "--diff", "HEAD")) == []
    (repository / "link.py").unlink()
    write(repository, {"link.py": f"import torch\n{CUDA}"})
    assert new(scan(repository, "--diff", "HEAD")) == [("link.py", 2)]


def test_a_submodule_is_neither_read_nor_compared(scan, repository, committed):
    git(repository, "submodule", "--quiet", "add", str(committed), "sub")
    result = scan(repository, "--diff", "HEAD")
    assert new(result) == []
    assert "submodule sub was not read" in notes(result)


def test_other_line_ends_add_nothing(scan, repository):
    git(repository, "config", "core.autocrlf", "true")
    (repository / "a.py").write_bytes(f"import torch\n{CUDA}{MORE}".replace("\n", "\r\n").encode())
    assert new(scan(repository, "--diff", "HEAD")) == [("a.py", 3)]


def test_a_repository_of_the_newer_hash_is_compared(scan, project):
    git(project, "init", "--quiet", "--object-format=sha256")
    commit(project)
    write(project, {"b.py": f"import torch\n{MORE}"})
    assert new(scan(project, "--diff", "HEAD")) == [("b.py", 2)]


def test_a_baseline_and_a_revision_both_count(scan, repository, baseline):
    write(repository, {"b.py": f"import torch\n{CUDA}"})
    commit(repository)
    write(repository, {"b.py": f"import torch\n{CUDA}{MORE}"})
    result = scan(repository, "--baseline", baseline, "--diff", "HEAD")
    assert new(result) == [("b.py", 3)]
    told = {item["suppressed"] for item in result[1]["findings"]}
    assert told == {None, "known, by baseline.json", "there since HEAD or before"}


def canary(folder):
    """A file that is written when a script is run, and the script."""
    bird, script = folder / "canary", folder / "run.sh"
    script.write_text(f"#!/bin/sh\necho ran >> {bird}\nexit 1\n")
    script.chmod(0o755)
    return bird, script


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~1"])
def test_nothing_that_the_repository_configures_is_run(scan, repository, tmp_path, revision):
    bird, script = canary(tmp_path)
    write(repository, {"b.py": f"import torch\n{CUDA}"})
    commit(repository)
    with (repository / ".git" / "config").open("a") as file:
        file.write(f"[core]\n\tfsmonitor = {script}\n\tsshCommand = {script}\n\tpager = {script}\n")
        file.write(f'[filter "evil"]\n\tclean = {script}\n\tsmudge = {script}\n\trequired = true\n')
        file.write(f'[diff]\n\texternal = {script}\n[diff "evil"]\n\ttextconv = {script}\n\tcommand = {script}\n')
        file.write(f"[pager]\n\tls-tree = {script}\n\tcat-file = {script}\n[alias]\n\tls-tree = !{script}\n")
    for name in ("post-index-change", "post-checkout", "pre-commit", "reference-transaction"):
        hook = Path(shutil.copy(script, repository / ".git" / "hooks" / name))
        hook.chmod(0o755)
    write(repository, {".gitattributes": "* filter=evil diff=evil\n", "b.py": f"import torch\n{CUDA}{MORE}"})
    assert new(scan(repository, "--diff", revision)) == [("b.py", 2), ("b.py", 3)][revision == "HEAD" :]
    assert not bird.exists()
    # the canary sings where git is asked without care
    subprocess.run(["git", "diff"], cwd=repository, capture_output=True, check=False)
    assert bird.exists()


def test_a_partial_clone_without_the_earlier_contents_ends_without_a_fetch(planner, repository, tmp_path):
    write(repository, {"a.py": f"import torch\n{MORE}"})
    commit(repository)
    allow = "git -c uploadpack.allowFilter=true upload-pack"
    git(tmp_path, "clone", "--quiet", "--filter=blob:none", "--upload-pack", allow, f"file://{repository}", "partial")
    bird, script = canary(tmp_path)
    for key, value in {
        "remote.origin.uploadpack": script,
        "core.sshCommand": script,
        "protocol.allow": "always",
    }.items():
        git(tmp_path / "partial", "config", key, str(value))
    code, _, err = planner("scan", tmp_path / "partial", "--fail-on", "note", "--diff", "HEAD~1")
    assert not bird.exists()
    assert code == 10 or (code == 2 and "HEAD~1" in err)


# --- what is left out


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["third_party"], {"a.py", "src/a.py", "src/legacy/a.py", "src/legacy/deep/a.py", "src/third_party/a.py"}),
        (["third_party/"], {"a.py", "src/a.py", "src/legacy/a.py", "src/legacy/deep/a.py", "src/third_party/a.py"}),
        (["third_party", "*/third_party"], {"a.py", "src/a.py", "src/legacy/a.py", "src/legacy/deep/a.py"}),
        (["*/legacy/*"], {"a.py", "src/a.py", "src/third_party/a.py", "third_party/a.py", "third_party/deep/a.py"}),
        (["src/legacy/deep", "a.py"], {"src/a.py", "src/legacy/a.py", "src/third_party/a.py", "third_party/a.py", "third_party/deep/a.py"}),
        (["src", "third*"], {"a.py"}),
        (["a.py", "*/a.py"], set()),
        (["s?c", "[t]hird_party", "a.py"], set()),
        (["*"], set()),
    ],
)  # fmt: skip
def test_folders_and_files_are_left_out_and_counted(tmp_path, patterns, left):
    paths = {
        "a.py", "src/a.py", "src/legacy/a.py", "src/legacy/deep/a.py", "src/third_party/a.py", "third_party/a.py", "third_party/deep/a.py",
    }  # fmt: skip
    tree = read_tree(write(tmp_path, dict.fromkeys(paths, "")), tuple(patterns))
    assert set(tree.files) == left
    assert f"{len(paths) - len(left)} files were left out, as told" in tree.notes


def test_one_file_left_out_is_one_and_none_is_not_told(scan, project):
    assert "1 file was left out, as told" in notes(scan(project, "--exclude", "a.py"))
    assert "left out" not in notes(scan(project, "--exclude", "legacy", "--exclude", "A.py"))


def test_a_file_left_out_is_not_told_as_unread(scan, project):
    write(project, {"broken.ipynb": "{", "vendored/b.py": "\0"})
    (project / "vendored" / "big.py").write_bytes(b" " * 5_000_001)
    (project / "link.py").symlink_to("a.py")
    assert len(scan(project)[1]["inventory"]["skipped"]) == 4
    out = [word for pattern in ("vendored", "*.ipynb", "link.py") for word in ("--exclude", pattern)]
    assert scan(project, *out)[1]["inventory"]["skipped"] == []


def test_any_name_can_be_left_out(scan, project):
    names = ["third party", "é", "a\nb", "a\\b"]
    write(project, {f"{name}/a.py": f"import torch\n{CUDA}" for name in names})
    patterns = ["third party", "é", "a\nb", "a[\\]b"]
    result = scan(project, *(word for pattern in patterns for word in ("--exclude", pattern)))
    assert new(result) == [("a.py", 2)]
    assert "4 files were left out, as told" in notes(result)


def test_what_is_left_out_is_no_part_of_a_revision_either(scan, repository):
    write(repository, {"third_party/a.py": f"import torch\n{MORE}"})
    commit(repository)
    # as if the line had moved from there
    write(repository, {"third_party/a.py": f"import torch\n{CUDA}", "b.py": f"import torch\n{MORE}"})
    result = scan(repository, "--diff", "HEAD", "--exclude", "third_party")
    assert new(result) == [("b.py", 2)]
    assert "1 file was left out, as told" in notes(result)


# --- processes


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """More files than a process takes at once, some of which are not what they seem. For reading only."""
    folder = write(
        tmp_path_factory.mktemp("many"),
        {f"{number:02}.py": f"import torch\n{CUDA * (number % 3)}" for number in range(40)},
    )
    write(folder, {"kernels.py": KERNELS, "model.py": GUARDED, "run.sh": "nvidia-smi\n", "x.yaml": "device: cuda\n"})
    write(
        folder,
        {"compat.py": "from torch import cuda as gpu\n", "use.py": "from compat import gpu\ngpu.synchronize()\n"},
    )
    write(folder, {"00.ipynb": "{", "20.ipynb": "[]", "folder.py/in.py": CUDA, "binary.py": "\0"})
    write(folder, {"quiet.py": f'import torch\n{CUDA.strip()}  # planner: ignore[DEV202] reason="x"\n'})
    os.mkfifo(folder / "pipe.py")
    (folder / "link.py").symlink_to("00.py")
    return folder


@pytest.mark.parametrize("name", ["json", "sarif"])
def test_the_number_of_processes_changes_no_byte(planner, many, name):
    common = ["scan", many, "--as-of", "2026-12-01", "--format", name]
    results = {planner(*common, "--jobs", jobs) for jobs in ("1", "2", "3")}
    ((code, out, err),) = results
    assert (code, len(out) > 10_000, err) == (0, True, "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_cannot_be_read_is_listed_with_any_number_of_processes(scan, many, jobs):
    skipped = {item["path"]: item["reason"] for item in scan(many, "--jobs", jobs)[1]["inventory"]["skipped"]}
    assert skipped == {
        "00.ipynb": "no notebook: its JSON cannot be read",
        "20.ipynb": "no notebook: its JSON cannot be read",
        "binary.py": "binary content in a file named .py",
        "link.py": "a symbolic link, not followed",
        "pipe.py": "no regular file",
    }


def test_what_counts_since_a_revision_does_not_depend_on_the_processes(scan, repository):
    write(repository, {f"{number:02}.py": f"import torch\n{CUDA * (number % 3)}" for number in range(40)})
    commit(repository)
    write(repository, {"01.py": f"import torch\n{MORE}{CUDA}", "39.py": f"import torch\n{MORE}"})
    results = [scan(repository, "--diff", "HEAD", "--jobs", jobs) for jobs in ("1", "3")]
    assert results[0] == results[1]
    assert new(results[0]) == [("01.py", 2), ("39.py", 2)]


@pytest.mark.parametrize("jobs", [[], ["--jobs", "3"]])
def test_an_empty_folder_holds_nothing(scan, tmp_path, jobs):
    result = scan(tmp_path, *jobs)
    assert new(result) == []
    assert result[1]["summary"].startswith("files: 0, examined 0")


def test_an_empty_repository_holds_nothing_and_has_nothing_to_compare_with(scan, planner, tmp_path):
    git(tmp_path, "init", "--quiet")
    assert new(scan(tmp_path)) == []
    assert planner("scan", tmp_path, "--diff", "HEAD")[0] == 2
    commit(tmp_path)
    assert new(scan(tmp_path, "--diff", "HEAD")) == []


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "1.5"])
def test_no_processes_are_refused(planner, project, jobs):
    assert planner("scan", project, "--jobs", jobs)[0] == 2


def test_the_hash_seed_changes_no_byte_and_a_pipe_hears_of_no_progress(planner, many):
    arguments = ["--as-of", "2026-12-01", "--format", "json", "--jobs", "2"]
    code, out, _ = planner("scan", many, *arguments)
    done = subprocess.run(
        [sys.executable, "-P", "-c", "from planner.cli.main import main; main()", "scan", ".", *arguments],
        cwd=many, env={**os.environ, "PYTHONHASHSEED": "1"}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (code, out, "")


# --- progress


CLEAR = "\r\x1b[K"


@contextmanager
def terminal(monkeypatch):
    """A terminal of 80 columns in place of standard error; what is written on it stands in a list at the end."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    written: list[str] = []
    with os.fdopen(inner, "w") as screen, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        yield written
        # so that there is something to read
        screen.write("|")
        screen.flush()
        written.append(os.read(outer, 1_000_000).decode().removesuffix("|"))
    os.close(outer)


def test_on_a_terminal_progress_is_shown_and_cleared(monkeypatch, capsys, repository):
    write(repository, {"b.py": f"import torch\n{MORE}"})
    with terminal(monkeypatch) as written:
        assert run(["scan", str(repository), "--diff", "HEAD"]) == 0
    assert "\x1b" not in capsys.readouterr().out
    assert written[0].startswith(f"{CLEAR}reading 1/2 a.py{CLEAR}")
    assert f"{CLEAR}reading HEAD 1/" in written[0]
    assert written[0].endswith(CLEAR)


@pytest.mark.parametrize("fails", [True, False])
def test_the_line_is_cleared_even_where_the_work_fails(monkeypatch, fails):
    with terminal(monkeypatch) as written, suppress(KeyboardInterrupt), progress("reading", 2) as tell:
        tell("a.py")
        if fails:
            raise KeyboardInterrupt
    assert written == [f"{CLEAR}reading 1/2 a.py{CLEAR}"]


def test_nothing_is_drawn_where_nothing_is_read(monkeypatch):
    with terminal(monkeypatch) as written, progress("reading", 0):
        pass
    assert written[0].replace(CLEAR, "") == ""


def test_many_things_are_told_a_few_times_a_second(monkeypatch):
    with terminal(monkeypatch) as written, progress("reading", 10_000) as tell:
        for number in range(10_000):
            tell(f"{number}.py")
    assert 1 <= written[0].count("reading") <= 10


@pytest.mark.parametrize("name", ["a/" * 200, "\u7a0b" * 100], ids=["long", "wide"])
def test_progress_takes_one_line(monkeypatch, name):
    with terminal(monkeypatch) as written, progress("reading", 2) as tell:
        tell(name)
    shown = written[0].replace(CLEAR, "")
    assert 70 < sum(2 if char == "\u7a0b" else 1 for char in shown) < 80


# --- baselines that are written anew


def test_a_baseline_that_is_written_anew_keeps_what_it_knew(planner, project):
    path = project / "known.json"
    assert planner("scan", project, "--write-baseline", path)[0] == 0
    first = path.read_bytes()
    assert planner("scan", project, "--baseline", path, "--write-baseline", path)[0] == 0
    assert path.read_bytes() == first


def test_what_was_not_asked_for_is_neither_gone_nor_forgotten(planner, scan, project):
    write(project, {"old/a.py": f"import torch\n{CUDA}"})
    path = project / "known.json"
    assert planner("scan", project, "--write-baseline", path)[0] == 0
    first = path.read_bytes()
    result = scan(project, "--exclude", "old", "--baseline", path)
    assert new(result) == []
    assert "gone" not in notes(result)
    assert planner("scan", project, "--exclude", "old", "--write-baseline", path)[0] == 0
    assert path.read_bytes() == first


def test_a_baseline_is_no_coupling_of_the_project_that_holds_it(planner, scan, project):
    path = project / "[known] names.json"
    path.write_text(json.dumps({"format_version": "1.0", "known": [], "device": "cuda"}))
    assert ("[known] names.json", 1) in new(scan(project))
    result = scan(project, "--baseline", path)
    assert not [place for place in new(result) if place[0] == path.name]


def test_a_reason_in_a_comment_stands_in_the_source_whatever_it_says(planner, project):
    write(project, {"a.py": f'import torch\n{CUDA.strip()}  # planner: ignore[DEV202] reason="known, by everybody"\n'})
    _, out, _ = planner("scan", project, "--format", "sarif", "--fail-on", "never")
    (told,) = [item["suppressions"] for item in json.loads(out)["runs"][0]["results"]]
    assert told == [{"kind": "inSource", "justification": "known, by everybody"}]
