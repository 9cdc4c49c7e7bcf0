"""Files that are broken, hostile or not what their name says: each is read or named as unread, soon, and the others are read."""

import os
import socket
import subprocess
import time
from pathlib import PurePosixPath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.catalog.load import load_catalog
from planner.readers.dockerfile import read_dockerfile
from planner.readers.tree import read_tree
from planner.scan.extensions import NONE
from planner.scan.files import FileReader, NotWhatItSays
from planner.scan.inventory import Inventory
from planner.scan.report import scan_report
from planner.scan.scan import scan
from tests.conftest import AS_OF

# many small scans: together they take longer than the rest of what is tested by default may
pytestmark = pytest.mark.slow
CATALOG = load_catalog()
READER = FileReader(CATALOG.symbols, NONE)
CUDA = "import torch\nx.cuda()\n"
# one line of each kind of file that couples
COUPLES = {
    "x.py": "x = torch.device('cuda')",
    "x.sh": "nvidia-smi",
    "x.yaml": "device: cuda",
    "x.json": '{"device": "cuda"}',
    "x.toml": 'device = "cuda"',
    "x.cpp": "cudaMalloc(x);",
    "CMakeLists.txt": "find_package(CUDA)",
    "Makefile": "\tnvidia-smi",
    "Dockerfile": "FROM nvidia/cuda:12.4.1-base-ubuntu22.04",
}
NAMES = [*COUPLES, "x.ipynb", "x.cu", "setup.py", "pyproject.toml", "environment.yml", "requirements.txt"]


def put(folder, files):
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def scanned(folder) -> Inventory:
    """What a scan finds; a report of it can be made, too."""
    tree = read_tree(folder)
    inventory = scan(tree, CATALOG)
    scan_report(tree, inventory, CATALOG, AS_OF)
    return inventory


def found(inventory):
    return {(item.position.path, item.position.line) for item in inventory.couplings}


def skipped(inventory):
    return {item.path: item.reason for item in inventory.skipped}


def read(name, content):
    return READER.read(content if isinstance(content, bytes) else content.encode(), name).couplings


def git(folder, *arguments):
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "protocol.file.allow=always"]
    subprocess.run([*command, *arguments], cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL)


# --- files that are not what their name says


def test_a_binary_file_is_named_by_what_it_is_called(tmp_path):
    put(tmp_path, dict.fromkeys([*COUPLES, "sub.d/Makefile"], b"\x7fELF\2\1\1\0\0\0") | {"ok.py": CUDA})
    inventory = scanned(tmp_path)
    assert skipped(inventory) == {
        **{name: f"binary content in a file named {PurePosixPath(name).suffix or name}" for name in COUPLES},
        "sub.d/Makefile": "binary content in a file named Makefile",
    }
    assert found(inventory) == {("ok.py", 2)}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_another_encoding_is_not_passed_over_in_silence(tmp_path, encoding):
    put(tmp_path, {name: f"{line}\n".encode(encoding) for name, line in COUPLES.items()})
    inventory = scanned(tmp_path)
    assert {path for path, _ in found(inventory)} | skipped(inventory).keys() == COUPLES.keys()


@pytest.mark.parametrize("name", COUPLES)
def test_bytes_that_are_no_text_hide_nothing_and_move_nothing(name):
    comment = "//" if name == "x.cpp" else "#"
    before, line = f"{comment} é\n", COUPLES[name]
    places = [item.position for item in read(name, f"{before}{line}\n")]
    assert {place.line for place in places} == {2}
    assert [item.position for item in read(name, before.encode("latin-1") + f"{line}\n".encode())] == places


def test_a_column_counts_bytes_that_are_no_text_as_one_character_each():
    (item,) = read("x.py", b'import torch\na = "\xff\xfe"; x.cuda()\n')
    assert item.position.column == 13


@pytest.mark.parametrize("name", COUPLES)
@pytest.mark.parametrize(
    "mark", ["\ufeff", "\r\n", "\n\f\n", "\n\x0b\n"], ids=["byte order mark", "crlf", "form feed", "vertical tab"]
)
def test_what_stands_before_a_line_does_not_hide_it(name, mark):
    (item,) = read(name, f"{mark}{COUPLES[name]}\n")
    assert item.position.line == mark.count("\n") + 1


@pytest.mark.parametrize("name", [*COUPLES, "x.ipynb"])
def test_other_line_ends_change_nothing(name):
    line = COUPLES.get(name, '{"cells": [{"cell_type": "code",\n"source": ["x.cuda()"]}]}')
    text = f"\n\n{line}\n\n{line if name != 'x.ipynb' else ''}\n"
    plain = [(item.position, item.symbol) for item in read(name, text)]
    assert [(item.position, item.symbol) for item in read(name, text.replace("\n", "\r\n"))] == plain
    assert plain


@pytest.mark.parametrize("mark", ["\f", "\x1c", "\u2028"], ids=["form feed", "file separator", "line separator"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "# {}\ntorch-scatter\n"),
        ("Dockerfile", "# {}\nFROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"),
        ("pyproject.toml", "[project] # {}\ndependencies = ['torch-scatter']\n"),
    ],
    ids=["requirements", "Dockerfile", "pyproject"],
)
def test_only_a_line_break_ends_a_line(tmp_path, name, text, mark):
    put(tmp_path, {name: text.format(mark)})
    inventory = scanned(tmp_path)
    places = [
        *(item.position.line for item in inventory.couplings),
        *(item.position.line for item in inventory.declared),
    ]
    assert set(places) <= {2}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "1", '"x"', '{"cells": 3}', '{"cells": null}', '{"cells": {}}', "{}", "[" * 100_000, '{"cells":' + "[" * 100_000, "NaN", "1" * 5000, "\ufeff{"],
)  # fmt: skip
def test_a_broken_notebook_is_named(tmp_path, text):
    put(tmp_path, {"x.ipynb": text, "ok.py": CUDA})
    inventory = scanned(tmp_path)
    assert skipped(inventory) == {"x.ipynb": "no notebook: its JSON cannot be read"}
    assert found(inventory) == {("ok.py", 2)}


@pytest.mark.parametrize("half", ["\\ud800", "\\ude00\\ud83d"])
@pytest.mark.parametrize("first", ["", "%%bash\\n", "!"], ids=["python", "a cell of shell", "a line of shell"])
def test_half_a_character_in_a_notebook_hides_nothing(tmp_path, first, half):
    cells = [
        f'{{"cell_type": "code", "source": "{first}x = 1 # {half}"}}',
        '{"cell_type": "code", "source": "x.cuda()"}',
    ]
    put(tmp_path, {"x.ipynb": f'{{"cells": [\n{cells[0]},\n{cells[1]}]}}', "ok.py": CUDA})
    assert ("x.ipynb", 3) in found(scanned(tmp_path))


MERGE = "<<<<<<< HEAD\n{one}\n||||||| base\n=======\n{two}\n>>>>>>> a branch\n"


@pytest.mark.parametrize("name", [name for name in COUPLES if name != "x.json"])
def test_both_sides_of_a_merge_conflict_are_read(name):
    line = COUPLES[name]
    lines = [item.position.line for item in read(name, f"{line}\n" + MERGE.format(one=line, two=line) + f"{line}\n")]
    assert lines == [1, 3, 6, 8]


def test_a_conflict_within_a_block_of_python_hides_nothing_before_and_after_it():
    one, two = "    y = x.cuda()", "    y = x.cuda(1)"
    code = f"import torch\ndef f(x):\n    a = x.cuda()\n{MERGE.format(one=one, two=two)}    return y\nx.cuda()\n"
    assert [item.position.line for item in read("x.py", code)] == [3, 5, 8, 11]


# --- what is no file, and what lies elsewhere


def test_what_is_no_regular_file_is_named_and_not_opened(tmp_path):
    put(tmp_path, {"ok.py": CUDA, "folder.py/in.py": CUDA, "Dockerfile/x.sh": "nvidia-smi\n"})
    os.mkfifo(tmp_path / "pipe.py")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "socket.py"))
        inventory = scanned(tmp_path)
    assert skipped(inventory) == dict.fromkeys(("pipe.py", "socket.py"), "no regular file")
    assert found(inventory) == {("ok.py", 2), ("folder.py/in.py", 2), ("Dockerfile/x.sh", 1)}


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_files_and_folders_that_are_closed_to_us_are_named(tmp_path):
    put(tmp_path, {"ok.py": CUDA, "closed.py": CUDA, "closed/in.py": CUDA})
    (tmp_path / "closed.py").chmod(0)
    (tmp_path / "closed").chmod(0)
    try:
        inventory = scanned(tmp_path)
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert skipped(inventory)["closed.py"] == "cannot be read: permission denied"
    assert found(inventory) == {("ok.py", 2)}


@pytest.mark.parametrize("of_git", [True, False])
def test_links_lead_nowhere(tmp_path, of_git):
    outside = put(
        tmp_path / "outside", {"secret.py": CUDA, "requirements.txt": "torch-scatter\n", "Dockerfile": "FROM secret\n"}
    )
    project = put(tmp_path / "project", {"ok.py": CUDA})
    for name, target in {
        "out": outside, "up": "..", "secret.py": outside / "secret.py", "relative.py": "../outside/secret.py", "itself": ".", "loop.py": "loop.py",
        "one.py": "two.py", "two.py": "one.py", "deep": "deep/deep", "requirements.txt": outside / "requirements.txt",
        "Dockerfile": outside / "Dockerfile", "null.py": "/dev/null", "zero.py": "/dev/zero", "memory.py": "/proc/self/mem",
    }.items():  # fmt: skip
        (project / name).symlink_to(target)
    if of_git:
        git(project, "init", "--quiet")
        git(project, "add", "-A")
    inventory = scanned(project)
    assert set(skipped(inventory).values()) == {"a symbolic link, not followed"}
    assert len(skipped(inventory)) == 14
    assert (found(inventory), inventory.declared, inventory.files) == ({("ok.py", 2)}, (), 1)


def test_a_tracked_folder_that_became_a_link_leads_nowhere(tmp_path):
    outside = put(tmp_path / "outside", {"in.py": CUDA})
    project = put(tmp_path / "project", {"ok.py": CUDA, "sub/in.py": "a = 1\n"})
    git(project, "init", "--quiet")
    git(project, "add", "-A")
    (project / "sub" / "in.py").unlink()
    (project / "sub").rmdir()
    (project / "sub").symlink_to(outside)
    inventory = scanned(project)
    assert found(inventory) == {("ok.py", 2)}
    assert {path.partition("/")[0] for path in skipped(inventory)} == {"sub"}


def test_submodules_and_repositories_within_are_told_and_not_read(tmp_path):
    other = put(tmp_path / "other", {"in.py": CUDA})
    project = put(tmp_path / "project", {"ok.py": CUDA})
    for folder in (other, project):
        git(folder, "init", "--quiet")
        git(folder, "add", "-A")
        git(folder, "commit", "--quiet", "-m", "first")
    git(project, "submodule", "--quiet", "add", str(other), "sub")
    git(project, "clone", "--quiet", str(other), "within")
    inventory = scanned(project)
    assert found(inventory) == {("ok.py", 2)}
    assert "submodule sub was not read: scan it on its own" in inventory.notes
    assert any(path.startswith("within") for path in skipped(inventory))


def test_a_generated_file_of_50_mb_is_named_at_once(tmp_path):
    put(tmp_path, {"big.py": "x.cuda()\n", "ok.py": CUDA})
    os.truncate(tmp_path / "big.py", 50_000_000)
    started = time.monotonic()
    inventory = scanned(tmp_path)
    assert time.monotonic() - started < 2
    assert skipped(inventory) == {"big.py": "50,000,000 bytes, more than 5,000,000"}
    assert found(inventory) == {("ok.py", 2)}


ODD_NAMES = [
    "c++", "k(", "k)", "k[", "k*", "k?", "k|", "k$", "k^", "k{2}", "k\\", "k\\g", "k\n", "k.b", "k b", "k-b", "é", "(?P<a>", "k'", "*", "",
]  # fmt: skip


def test_a_file_with_a_kernel_may_have_any_name(tmp_path):
    kernel = "import triton\n@triton.jit\ndef k(x): pass\n"
    put(tmp_path, {f"{name}.py": kernel for name in ODD_NAMES})
    put(tmp_path, {"use.py": "try:\n    from k import k\nexcept ImportError:\n    pass\nk[1](x)\n"})
    assert len(scanned(tmp_path).kernels) == len(ODD_NAMES)


def test_a_file_that_gives_a_name_to_others_may_have_any_name(tmp_path):
    put(tmp_path, {f"{name}.py": "from torch import cuda as gpu\n" for name in ODD_NAMES})
    put(tmp_path, {"use.py": "from k import gpu\nx.cuda()\n"})
    assert ("use.py", 2) in found(scanned(tmp_path))


# --- declarations


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "x = " + "1" * 5000),
        ("pyproject.toml", "x = 0x" + "f" * 5000),
        ("pyproject.toml", "x = 1e999999999\ny = 9999-99-99\n"),
        ("pyproject.toml", "x = " + "[" * 20_000),
        ("pyproject.toml", "x = " + "{a=" * 20_000),
        ("pyproject.toml", "[project]\ndependencies = [1, [], {}, 'torch-scatter', '']\nrequires-python = [3]\n"),
        ("pyproject.toml", "[project]\noptional-dependencies = 3\n"),
        ("pyproject.toml", "project = 3\n"),
        ("environment.yml", "[" * 20_000),
        ("environment.yml", "dependencies:\n- {pip: 3}\n- [1]\n- null\n- 3.10\n- python\n- pip: [null, {}]\n"),
        ("environment.yml", "dependencies: &a [*a]\n"),
        ("environment.yml", "a: " + "1" * 5000),
        ("requirements.txt", "a" * 100_000 + "\n" + "a[" * 20_000 + "\n" + "a;" + "(" * 20_000 + "\n-r -r\n--index-url\n@\n"),
        ("Dockerfile", "FROM\nFROM --platform=x\nENV\nENV =\nENV A\nARG\nARG =\nRUN\nRUN pip install\n\\\n\\"),
        ("Dockerfile", "FROM ${A:-${B:-${C}}}\nARG A=$A\nFROM $A\nENV A=$A\nRUN $A ${A:-" + "$" * 5000),
    ],
)  # fmt: skip
def test_a_declaration_of_any_values_ends_nothing(tmp_path, name, text):
    put(tmp_path, {name: text, "ok.py": CUDA})
    assert ("ok.py", 2) in found(scanned(tmp_path))


@pytest.mark.parametrize(
    "codec",
    ["unicode_escape", "raw_unicode_escape", "utf-7", "utf-16", "punycode", "undefined", "hex", "x" * 5000],
    ids=lambda codec: codec[:20],
)
@pytest.mark.parametrize("format_", ["json", "text"])
def test_a_file_may_name_any_codec(planner, tmp_path, codec, format_):
    text = rf"""# coding: {codec}
FROM a\ud800; x.cuda() # planner: ignore[DEV202] reason="\udfff"
"""
    put(tmp_path, dict.fromkeys(["requirements.txt", "environment.yml", "Dockerfile", "x.py"], text) | {"ok.py": CUDA})
    code, out, err = planner("scan", tmp_path, "--format", format_)
    assert code in (0, 10), err
    assert "ok.py" in out


@pytest.mark.parametrize(
    "text",
    ["ENV A=aaaaaaaaaa\n" + "ENV A=$A$A\n" * 20 + "RUN $A\n", "ARG A=" + "a" * 10_000 + "\nRUN " + "$A" * 2_000],
    ids=["doubled and doubled", "repeated"],
)
def test_variables_make_no_small_file_a_large_one(text):
    dockerfile = read_dockerfile(f"FROM a\n{text}", "Dockerfile")
    values = [*(value for _, value, _ in dockerfile.variables), *(command for command, _ in dockerfile.commands)]
    assert sum(map(len, values)) < 2_000_000


# --- deep nesting

DEPTH = 1200


def nested(before, after="", inner="x.cuda()"):
    return before * DEPTH + inner + after * DEPTH


def indented(line):
    return "".join(f"{' ' * depth}{line}\n" for depth in range(DEPTH)) + " " * DEPTH + "x.cuda()\n"


DEEP = {
    "parentheses": nested("(", ")"),
    "lists": nested("[", "]"),
    "dictionaries": nested("{1: ", "}"),
    "calls": nested("f(", ")"),
    "keywords": nested("f(a=", ")"),
    "additions": nested("a + "),
    "ands": nested("a and "),
    "nots": nested("not "),
    "signs": nested("-"),
    "lambdas": nested("lambda: "),
    "assignments": nested("a = "),
    "comparisons": nested("a < "),
    "conditions": nested("a if b else "),
    "indexes after it": nested("", "[0]"),
    "attributes after it": nested("", ".a"),
    "calls after it": nested("", ".a()"),
    "ifs": indented("if a:"),
    "functions": indented("def f(x):"),
    "classes": indented("class A:"),
    "tries": indented("try:"),
    "loops": indented("for a in b:"),
    "elses": "if a:\n pass\n" + "elif a:\n pass\n" * DEPTH + "else:\n x.cuda()\n",
    "decorators": "@a\n" * DEPTH + "def f(x): x.cuda()\n",
    "unary and in brackets": nested("~(", ")"),
    "strings": "a = [" + '"a" ' * DEPTH + ", x.cuda()]",
    "unclosed before it": "(\n" * DEPTH + ")\n" * DEPTH + "\nx.cuda()\n",
}


@pytest.mark.parametrize("kind", DEEP)
def test_what_is_nested_deep_is_found_all_the_same(kind):
    assert ".cuda()" in {item.symbol for item in read("x.py", f"import torch\n{DEEP[kind]}\n")}


@pytest.mark.parametrize(
    "unclosed",
    [
        "(",
        "[",
        "{",
        "f(",
        "(lambda: ",
        '"""',
        "f'{",
        "if a:\n",
        "x[",
        "[[[[((((",
        "else:\n",
        "\t",
        ")",
        "'\"",
        "\\\n",
        "@",
        "def ",
        "class A(",
        "->",
    ],
)
def test_what_is_not_closed_ends_nothing(tmp_path, unclosed):
    put(
        tmp_path,
        {
            "x.py": f"import torch\nx.cuda()\n{unclosed * DEPTH}",
            "y.py": f"import torch\n{unclosed * DEPTH}\nx.cuda()\n",
            "ok.py": CUDA,
        },
    )
    assert ("ok.py", 2) in found(scanned(tmp_path))


@pytest.mark.parametrize(
    "code",
    [
        "mask = mask & m\ny = x[mask]\n",
        "mask = ~mask\ny = x[mask]\n",
        "mask = (mask)\ny = x[mask]\n",
        "mask = m > 0\nmask = mask | (m < 0)\ny = x[mask]\n",
        "a_mask = b_mask\nb_mask = a_mask\ny = x[a_mask]\n",
        "def f(x, mask):\n    mask = mask & (x > 0)\n    return x[mask]\n",
    ],
)
def test_a_mask_may_be_made_of_itself(code):
    assert read("x.py", f"import torch\nm = torch.zeros(3)\n{code}x.cuda()\n")


@pytest.mark.parametrize(
    "code",
    [
        f"y = x[{nested('(', ')', 'm > 0')}]\n",
        f"y = x[{nested('(m > 0) & ', inner='(m > 0)')}]\n",
        f"mask = {nested('~', inner='m')}\ny = x[mask]\n",
        f"mask = {nested('m & ', inner='m')}\ny = x[mask]\n",
        "mask0 = m > 0\n" + "".join(f"mask{i + 1} = mask{i} & m\n" for i in range(DEPTH)) + f"y = x[mask{DEPTH}]\n",
    ],
    ids=["parentheses", "tests", "inversions", "masks", "names"],
)
def test_a_mask_may_be_made_of_many(code):
    assert read("x.py", f"import torch\nm = torch.zeros(3)\n{code}x.cuda()\n")


def test_a_kernel_may_be_reached_through_many_functions(tmp_path):
    calls = "".join(f"def k{i + 1}():\n    k{i}()\n" for i in range(DEPTH // 2))
    put(tmp_path, {"k.py": f"import triton\n@triton.jit\ndef k0(): pass\n{calls}"})
    assert len(scanned(tmp_path).kernels) == 1


# --- anything

TOKENS = [
    *("import torch", "from torch import cuda", "x.cuda()", "if x.is_cuda:", "torch.cuda.is_available()", "mask", "x[mask]", "@triton.jit", "def f(x):"),
    *("try:", "except ImportError:", "lambda", '"cuda"', '"nccl"', "device=", ".to(0)", "nvidia-smi", "docker run --gpus all", "FROM a", "ENV A=$A"),
    *("RUN pip install torch", "image: nvidia/cuda", "run:", "backend: nccl", "project(CUDA)", "if(CUDA)", "endif()", "#[[", "#include <cuda.h>"),
    *("#if CUDA", "R\"(", "/*", "*/", "//", "[project]", "dependencies:", "- pip:", "dependencies = [", "# planner: ignore[DEV202]", 'reason="x"'),
    *('{"cells": [', '{"cell_type": "code",', '"source":', "}", "]", "[", "{", "(", ")", "\"", "'", "`", "$(", "\\\n", "\n", "\n    ", "\t", " ", "=", ":"),
    *(",", ";", "&", "|", "-", "~", "*", "!", "%", "@", "#", "\r", "\f", "\x0b", "\x1c", "\x85", "\u2028", "\ufeff", "é", "\U0001f600", "0", "1e9", "None"),
]  # fmt: skip
words = st.lists(st.sampled_from(TOKENS), max_size=30).map("".join)
contents = st.one_of(
    st.binary(max_size=100),
    words.map(str.encode),
    st.builds(lambda a, b, c: a.encode() + b + c.encode(), words, st.binary(max_size=5), words),
)


@settings(max_examples=80, deadline=None)
@given(content=contents)
def test_any_bytes_are_read_or_refused_whatever_the_file_is_called(content):
    for name in NAMES:
        try:
            READER.read(content, name)
        except NotWhatItSays as error:
            assert str(error).startswith(("binary content", "no notebook"))  # noqa: PT017  # either will do


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=contents)
def test_a_project_of_any_bytes_is_scanned(tmp_path, content):
    put(tmp_path, dict.fromkeys(NAMES, content))
    inventory = scanned(tmp_path)
    assert inventory.files == len(NAMES)
    assert inventory.examined + len(inventory.skipped) == len(NAMES)
