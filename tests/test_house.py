"""The layout of the house: one room, one role; imports run down."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHARLM, ROOT

FLOORS = [
    {"vocabulary"},
    {"readers"},
    {"findings", "catalog"},
    {"manifest"},
    {"matrix", "scan", "measure"},
    {"kernels"},
    {"plan", "sweep"},
    {"render"},
    {"execute"},
    {"cli"},
]
FLOOR_OF = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
MODULES = sorted((ROOT / "planner").rglob("*.py"))


def imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("planner.") and len(name.split(".")) > 2}
    return rooms


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_from_lower_floors_only(path):
    parts = path.relative_to(ROOT / "planner").parts
    if len(parts) == 1:
        return
    room = parts[0]
    assert room in FLOOR_OF, f"{room} is on no floor"
    above = {other for other in imported_rooms(path) if other != room and FLOOR_OF[other] >= FLOOR_OF[room]}
    assert not above, f"{room} imports from {above}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_has_at_most_400_lines(path):
    assert len(path.read_text().splitlines()) <= 400


def modules_after(code: str, cwd: Path) -> set[str]:
    script = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, cwd=cwd, env=environment, check=True
    )
    return set(done.stderr.splitlines())


def test_check_imports_neither_git_torch_rich_nor_jinja(tmp_path):
    loaded = modules_after(f"from planner.cli.main import run; run(['check', {str(CHARLM)!r}])", tmp_path)
    assert "pydantic" in loaded
    assert not loaded & {"git", "torch", "rich", "jinja2", "tree_sitter", "numpy"}


def test_help_imports_no_verb(tmp_path):
    loaded = modules_after("from planner.cli.main import run; run(['--help'])", tmp_path)
    assert "click" in loaded
    assert not loaded & {"pydantic", "yaml", "packaging", "planner.cli.check", "planner.catalog"}


def test_templates_and_manifests_are_found_from_another_folder(tmp_path):
    code = "from planner.catalog.load import DATA; assert (DATA/'templates'/'images').is_dir(); assert (DATA/'manifests'/'catalog').is_dir()"
    modules_after(code, tmp_path)


def test_a_folder_called_planner_does_not_shadow_ours(tmp_path):
    (tmp_path / "planner").mkdir()
    (tmp_path / "planner" / "__init__.py").write_text("raise SystemExit('shadowed')")
    assert "planner.cli.main" in modules_after("import planner.cli.main", tmp_path)
