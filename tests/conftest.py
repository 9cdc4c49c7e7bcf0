from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from planner.catalog.load import load_catalog
from planner.catalog.model import Catalog
from planner.cli.main import run
from planner.matrix.judge import Judge

AS_OF = date(2026, 12, 1)
ROOT = Path(__file__).parent.parent
CHARLM = ROOT / "manifests" / "examples" / "charlm"


def pytest_addoption(parser):
    parser.addoption("--regenerate", action="store_true", help="write the golden files of tests/scenarios anew")


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def judge(catalog) -> Judge:
    return Judge(catalog, AS_OF)


@pytest.fixture
def planner(capsys) -> Callable[..., tuple[int, str, str]]:
    """Run a verb in this process: exit code, standard output, standard error."""

    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return call
