"""Launchers and notebooks: what they tie to an accelerator, told where a reader of them finds it."""

import json

import pytest

from planner.catalog.load import load_catalog
from planner.readers.notebook import read_notebook
from planner.readers.tree import read_tree
from planner.scan.scan import scan


def cells(*sources):
    rows = [
        {"cell_type": kind, "source": source, "outputs": [{"text": ["torch.cuda.synchronize()\n"]}]}
        for kind, source in sources
    ]
    return json.dumps({"cells": rows, "metadata": {}, "nbformat": 4}, indent=1, ensure_ascii=False)


NOTEBOOK = cells(
    ("markdown", ["Call `.cuda()` é on it.\n", "torch.cuda.synchronize()"]),
    ("code", ["import torch\n", "print('there:', torch.cuda.is_available())"]),
    ("code", ["%matplotlib inline\n", "device = 'cuda'\n", "!nvidia-smi\n", "net.to(device)"]),
    ("code", ["%%bash\n", "export CUDA_VISIBLE_DEVICES=1\n", "# NCCL_DEBUG=INFO\n", "python x.py --device cuda"]),
    ("code", ["%%writefile gpu.py\n", "x.cuda()"]),
    ("code", ["%%time\n", "torch.cuda.synchronize()"]),
    ("code", "a = 1\nb = a.cuda()"),
)


def found(tmp_path, text, name="demo.ipynb"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return scan(read_tree(tmp_path), load_catalog())


def test_a_notebook_is_read_by_its_code_and_told_by_cell(tmp_path):
    inventory = found(tmp_path, NOTEBOOK)
    lines = NOTEBOOK.splitlines()
    said = [(item.symbol, item.says.partition(":")[0]) for item in inventory.couplings if item.finding]
    assert said == [
        ('"cuda"', "cell 3, line 2"), ("nvidia-smi", "cell 3, line 3"), ("CUDA_VISIBLE_DEVICES", "cell 4, line 2"),
        ('"cuda"', "cell 4, line 4"), ("torch.cuda.synchronize", "cell 6, line 2"), (".cuda()", "cell 7, line 2"),
    ]  # fmt: skip
    for item in inventory.couplings:
        word = {".cuda()": "cuda()", '"cuda"': "cuda"}.get(item.symbol, item.symbol)
        assert word in lines[item.position.line - 1], item
    assert "notebook" not in " ".join(inventory.notes)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cells": 3}', "[" * 100_000])
def test_a_broken_notebook_is_named(tmp_path, text):
    assert [item.path for item in found(tmp_path, text).skipped] == ["demo.ipynb"]


@pytest.mark.parametrize(
    "cell", [3, {}, {"cell_type": "code"}, {"cell_type": "code", "source": [3, "x.cuda()"]}, {"source": {}}]
)
def test_a_notebook_with_odd_cells_is_read_as_far_as_it_goes(cell):
    notebook = read_notebook(json.dumps({"cells": [cell]}))
    assert notebook is not None
    assert notebook.shell == ()


def test_a_status_line_decides_nothing_and_a_choice_does(tmp_path):
    text = "import torch\nprint(f'gpu: {torch.cuda.is_available()}')\nlog.info('gpu %s', torch.cuda.is_available())\nuse = torch.cuda.is_available()\n"
    assert [item.position.line for item in found(tmp_path, text, "a.py").couplings if item.finding] == [4]
