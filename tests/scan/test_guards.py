"""What a scan makes of conditions, names and positions in Python, and of files it has no reader for."""

import time

import pytest

from planner.catalog.load import load_catalog
from planner.readers.tree import read_tree
from planner.scan.inventory import CouplingClass
from planner.scan.python.couplings import PythonScanner
from planner.scan.python.guards import tells_cuda
from planner.scan.python.syntax import Module
from planner.scan.scan import scan
from planner.vocabulary.facts import Symbol

SYMBOLS = load_catalog().symbols


def found(code, symbols=SYMBOLS):
    return PythonScanner(symbols).scan(code.encode(), "a.py").couplings


def one(code, symbol):
    (item,) = [item for item in found(code) if item.symbol == symbol]
    return item


def tells(condition):
    """What a condition tells where it holds, and where it does not."""
    module = Module(f"import torch\nif {condition}:\n    probe\n".encode())
    probe = module.at(*(module.content.index(b"probe") + end for end in (0, 5)))
    assert probe is not None
    (guard,) = module.context(probe).guards()
    told = tells_cuda(guard.condition, guard.scope)
    return told.when_true, told.when_false


def test_another_accelerator_is_reported_where_cuda_is_absent():
    code = "import torch\nif torch.cuda.is_available():\n    pass\nelse:\n    d = torch.device('mps')\n"
    item = one(code, '"mps"')
    assert (item.cls, item.finding) == (CouplingClass.GUARDED, True)
    assert item.effects["xpu"] == "breaks"
    assert item.effects["cuda"] == item.effects["rocm"] == item.effects["mps"] == "works"


def test_cuda_is_not_reported_where_it_is_absent():
    code = "import torch\nif not torch.cuda.is_available():\n    x = torch.cuda.current_stream()\n"
    assert "torch.cuda.current_stream" not in {item.symbol for item in found(code)}


@pytest.mark.parametrize("test", ["torch.backends.mps.is_available()", "not torch.backends.mps.is_available()"])
def test_an_accelerator_behind_its_own_test_breaks_nowhere_else(test):
    code = f"import torch\nif torch.cuda.is_available():\n    pass\nelif {test}:\n    d = torch.device('mps')\n"
    expected = "breaks" if test.startswith("not") else "degrades"
    assert one(code, '"mps"').effects["xpu"] == expected


THERE, THERE_ELSE, NOTHING = (True, None), (None, True), (None, None)


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("torch.cuda.device_count() > 0", THERE),
        ("torch.cuda.device_count() > 1", THERE),
        ("torch.cuda.device_count() >= 1", THERE),
        ("torch.cuda.device_count() != 0", THERE),
        ("0 < torch.cuda.device_count()", THERE),
        ("1 <= torch.cuda.device_count()", THERE),
        ("torch.cuda.device_count() == 4", THERE),
        ("torch.version.cuda is not None", THERE),
        ("None is not torch.version.cuda", THERE),
        ("not torch.cuda.device_count() == 0", THERE),
        ("torch.cuda.device_count() == 0", THERE_ELSE),
        ("torch.cuda.device_count() < 1", THERE_ELSE),
        ("torch.cuda.device_count() != 4", THERE_ELSE),
        ("torch.version.cuda is None", THERE_ELSE),
        ("torch.cuda.device_count() >= 0", NOTHING),
        ("torch.cuda.device_count() < 0", NOTHING),
        ("torch.cuda.device_count() != n", NOTHING),
        ("torch.cuda.device_count() == n", NOTHING),
        ("torch.cuda.device_count() is not None", NOTHING),
        ("0 < torch.cuda.device_count() < 9", NOTHING),
        ("torch.cuda.device_count() == torch.cuda.device_count()", NOTHING),
    ],
)
def test_only_a_comparison_that_absence_decides_tells_of_cuda(condition, told):
    assert tells(condition) == told


@pytest.mark.parametrize("effects", [{}, {"cuda": "unknown", "xpu": "review"}])
def test_what_is_not_known_to_work_is_a_finding(effects):
    symbol = Symbol("torch.cuda.probe", "DEV203", effects, "says", "", "", "minutes", ())
    (item,) = found("import torch\ntorch.cuda.probe()\n", {symbol.name: symbol})
    assert (item.cls, item.finding) == (CouplingClass.BOUND, True)


def test_what_the_catalog_only_tells_to_review_is_a_finding():
    item = one("import os\nos.environ['USE_TORCH_XLA'] = '0'\n", "USE_TORCH_XLA")
    assert item.finding


CHAINS = {
    "itself": lambda n: "x = torch\n" + "x = x\n" * n + "x.cuda.synchronize()\n",
    "and": lambda n: (
        "ok = torch.cuda.is_available()\n" + "ok = ok and f()\n" * n + "if ok:\n    torch.cuda.synchronize()\n"
    ),
    "constant": lambda n: "d = 'cuda'\n" + "d = d\n" * n + "torch.device(d)\nx.to(d)\n",
    "returns": lambda n: "def f(x):\n" + "    if x.is_cuda:\n        return x.cuda()\n" * n,
    "elifs": lambda n: "if x == 0:\n    pass\n" + "elif x.is_cuda:\n    x.cuda()\n" * n,
    "chain": lambda n: "a0 = torch\n" + "".join(f"a{i + 1} = a{i}\n" for i in range(n)) + f"a{n}.cuda.synchronize()\n",
}


@pytest.mark.parametrize("chain", CHAINS)
def test_what_hangs_together_costs_no_square(chain):
    def seconds(count):
        code = f"import torch\n{CHAINS[chain](count)}"
        started = time.process_time()
        found(code)
        return time.process_time() - started

    seconds(10)
    few, many = min(seconds(500) for _ in range(3)), min(seconds(4000) for _ in range(2))
    # eight times as much: a square would be 64 times as long
    assert many < 30 * few + 0.05


def test_files_without_a_reader_are_counted_by_kind(tmp_path):
    for name in ("a.py", "k.cu", "k.metal", "b.cpp", "run.sh", "c.swift", "d.swift", "e.pyx", "README.md"):
        (tmp_path / name).write_text("")
    (tmp_path / "b.py").write_bytes(b"\0")
    inventory = scan(read_tree(tmp_path), load_catalog())
    assert (inventory.files, inventory.examined) == (10, 5)
    assert inventory.notes[-1] == "3 files are of kinds the scan does not read: 1 .pyx, 2 .swift"


def test_one_file_without_a_reader(tmp_path):
    (tmp_path / "k.pyx").write_text("")
    assert scan(read_tree(tmp_path), load_catalog()).notes[-1] == ("1 file is of a kind the scan does not read: 1 .pyx")
