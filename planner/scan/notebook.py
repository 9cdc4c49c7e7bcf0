"""The couplings of a notebook: its Python read as one file, its shell line by line, each told by its cell."""

from dataclasses import replace

from planner.readers.notebook import Line, Notebook
from planner.scan.python.couplings import PythonScanner
from planner.scan.python.record import FileCouplings
from planner.scan.texts.lines import Line as TextLine
from planner.scan.texts.shell import ShellScanner
from planner.vocabulary.position import Position


def of_notebook(notebook: Notebook, path: str, python: PythonScanner, shell: ShellScanner) -> FileCouplings:
    """All couplings and kernels; positions are lines of the file, the text names cell and line."""
    found = FileCouplings()
    content = "\n".join(line.text for line in notebook.python).encode(errors="replace")
    one = python.scan(content, path)
    found.learns = one.learns
    found.kernels += [replace(item, position=_place(item.position, notebook.python)) for item in one.kernels]
    for item in one.couplings:
        line = notebook.python[item.position.line - 1]
        found.couplings.append(
            replace(item, position=_place(item.position, notebook.python), says=_told(line, item.says))
        )
    for line in notebook.shell:
        place = Position(path, line.file_line, 1)
        one_line = TextLine(line.text, ((0, place),))
        found.couplings += [replace(item, says=_told(line, item.says)) for item in shell.scan([one_line])]
    return found


def _place(position: Position, lines: tuple[Line, ...]) -> Position:
    return Position(position.path, lines[position.line - 1].file_line, position.column)


def _told(line: Line, says: str) -> str:
    return f"cell {line.cell}, line {line.cell_line}: {says}"
