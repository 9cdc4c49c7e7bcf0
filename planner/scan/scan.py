"""`scan`: a folder in, an inventory out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath

from planner.catalog.model import Catalog
from planner.readers.tree import Skipped, Tree
from planner.scan.declared import declared_environment
from planner.scan.inventory import Coupling, CouplingClass, Inventory, Kernel
from planner.scan.python.couplings import WORDS, PythonCouplings, PythonScanner
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

_KERNEL_SOURCES = {".cu": "CUDA", ".cuh": "CUDA", ".hip": "HIP"}
# code that may hold couplings, without a reader
_UNREAD = (
    ".ipynb", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".mm", ".metal", ".sh", ".slurm", ".sbatch", ".cmake",
)  # fmt: skip


def scan(tree: Tree, catalog: Catalog, progress: Callable[[str], None] = lambda path: None) -> Inventory:
    """Find every coupling and kernel of a project, and what environment it declares."""
    found = PythonCouplings()
    scanner = PythonScanner(catalog.symbols)
    skipped = list(tree.skipped)
    examined = 0
    for path in tree.files:
        progress(path)
        suffix = path[path.rfind(".") :]
        if suffix in _KERNEL_SOURCES:
            kernel, coupling = _source_kernel(path, _KERNEL_SOURCES[suffix], catalog.symbols)
            found.kernels.append(kernel)
            found.couplings += coupling
            examined += 1
        elif suffix == ".py":
            try:
                content = tree.read(path)
            except OSError as error:
                skipped.append(Skipped(path, f"cannot be read: {error.strerror}"))
                continue
            if b"\0" in content:
                skipped.append(Skipped(path, "binary content in a file named .py"))
                continue
            examined += 1
            if WORDS.search(content):
                one = scanner.scan(content, path)
                found.couplings += one.couplings
                found.kernels += one.kernels
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
