"""The page on how well the scan finds what it should, and the labels it rests on."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LABELS = sorted((ROOT / "tests" / "labels").glob("*.txt"))


def accuracy():
    spec = importlib.util.spec_from_file_location("accuracy", ROOT / "docs" / "accuracy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_says_what_the_scan_of_the_corpus_gives():
    module = accuracy()
    assert module.PAGE.read_text() == module.page(), "run python docs/accuracy.py"


def test_the_corpus_is_found_as_well_as_it_was():
    found, wrong, missed = (sum(column) for column in zip(*accuracy().corpus().values(), strict=True))
    assert found / (found + wrong) >= 0.98
    assert found / (found + missed) >= 0.98


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.name)
def test_each_label_names_a_line_of_a_repository_at_a_commit(path):
    rows = path.read_text().splitlines()
    assert len({row.split(" ")[0] for row in rows}) == len(rows) >= 200
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{12}:[^ ]+:\d+ (?:bound|guarded|none)", row) for row in rows)
