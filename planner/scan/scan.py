"""`scan`: a folder in, an inventory out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath

from planner.catalog.model import Catalog
from planner.findings.rule import rule_ids
from planner.readers.notebook import read_notebook
from planner.readers.tree import Skipped, Tree
from planner.scan.declared import declared_environment
from planner.scan.inventory import Coupling, CouplingClass, Inventory, Kernel
from planner.scan.notebook import of_notebook
from planner.scan.python.couplings import PythonCouplings, PythonScanner
from planner.scan.shell import ShellScanner
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

_SHELL = {".sh", ".bash", ".slurm", ".sbatch"}
_TEXTS = {".py", ".ipynb"} | _SHELL
_KERNEL_SOURCES = {".cu": "CUDA", ".cuh": "CUDA", ".hip": "HIP"}
# code that may hold couplings, without a reader
_UNREAD = (
    ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".mm", ".metal", ".cmake",
)  # fmt: skip


class _NotWhatItSays(Exception):
    """A file whose content is not of the kind that its name says; the message says why."""


def scan(tree: Tree, catalog: Catalog, progress: Callable[[str], None] = lambda path: None) -> Inventory:
    """Find every coupling and kernel of a project, and what environment it declares."""
    found = PythonCouplings()
    python, shell = PythonScanner(catalog.symbols), ShellScanner(catalog.symbols, frozenset(rule_ids()))
    skipped = list(tree.skipped)
    examined = 0
    for path in tree.files:
        progress(path)
        suffix = path[path.rfind(".") :]
        if suffix in _KERNEL_SOURCES:
            kernel, coupling = _source_kernel(path, _KERNEL_SOURCES[suffix], catalog.symbols)
            found.add(PythonCouplings(coupling, [kernel]))
        elif suffix in _TEXTS:
            try:
                found.add(_of_text(tree.read(path), path, suffix, python, shell))
            except OSError as error:
                skipped.append(Skipped(path, f"cannot be read: {error.strerror}"))
                continue
            except _NotWhatItSays as error:
                skipped.append(Skipped(path, str(error)))
                continue
        else:
            continue
        examined += 1
    declaration = declared_environment(tree)
    couplings = _with_triton(found, catalog.symbols)
    return Inventory(
        couplings=tuple(sorted(couplings, key=lambda item: (item.position, item.rule, item.symbol))),
        kernels=tuple(sorted(found.kernels, key=lambda item: item.position)),
        declared=declaration.declared,
        packages=declaration.packages,
        skipped=tuple(sorted(skipped, key=lambda item: item.path)),
        notes=(*tree.notes, *_unread(tree)),
        files=len(tree.files),
        examined=examined,
        digest=tree.digest(),
    )


def _of_text(content: bytes, path: str, suffix: str, python: PythonScanner, shell: ShellScanner) -> PythonCouplings:
    """What a file of code holds.

    Raises:
        _NotWhatItSays: it is not what its name says; the message says why.
    """
    if b"\0" in content:
        raise _NotWhatItSays(f"binary content in a file named {suffix}")
    if suffix in _SHELL:
        return PythonCouplings(list(shell.scan(_lines(content, path))))
    if suffix == ".ipynb":
        notebook = read_notebook(content.decode("utf-8", errors="replace"))
        if notebook is None:
            raise _NotWhatItSays("no notebook: its JSON cannot be read")
        return of_notebook(notebook, path, python, shell)
    return python.scan(content, path)


def _lines(content: bytes, path: str) -> Iterator[tuple[str, Position]]:
    for number, line in enumerate(content.decode("utf-8", errors="replace").splitlines(), start=1):
        yield line, Position(path, number, 1)


def _unread(tree: Tree) -> Iterator[str]:
    kinds = Counter(PurePosixPath(path).suffix for path in tree.files)
    unread = {kind: kinds[kind] for kind in _UNREAD if kinds[kind]}
    if unread:
        count = sum(unread.values())
        what = "1 file is of a kind" if count == 1 else f"{count} files are of kinds"
        listed = ", ".join(f"{number} {kind}" for kind, number in unread.items())
        yield f"{what} the scan does not read yet: {listed}"


def _source_kernel(path: str, language: str, symbols: Mapping[str, Symbol]) -> tuple[Kernel, list[Coupling]]:
    position = Position(path, 1, 1)
    name = path.rpartition("/")[2]
    symbol = symbols.get("file:*.hip" if language == "HIP" else "file:*.cu")
    return Kernel(name, language, position, False), list(_of_kernel(symbol, name, position, False))


def _with_triton(found: PythonCouplings, symbols: Mapping[str, Symbol]) -> list[Coupling]:
    couplings = list(found.couplings)
    for kernel in found.kernels:
        if kernel.language == "Triton":
            couplings += _of_kernel(
                symbols.get("triton.jit"), f"triton.jit {kernel.name}", kernel.position, kernel.guarded
            )
    return couplings


def _of_kernel(symbol: Symbol | None, shown: str, position: Position, guarded: bool) -> Iterator[Coupling]:
    if symbol:
        yield Coupling(
            symbol.rule, shown, CouplingClass.GUARDED if guarded else CouplingClass.BOUND, position, symbol.effects,
            symbol.says, symbol.replacement, symbol.effort, "high", symbol.sources,
        )  # fmt: skip
