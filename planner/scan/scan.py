"""`scan`: a folder in, an inventory out."""

from collections.abc import Callable, Iterator, Mapping

from planner.catalog.model import Catalog
from planner.readers.tree import Skipped, Tree
from planner.scan.declared import declared_environment
from planner.scan.inventory import Coupling, CouplingClass, Inventory, Kernel
from planner.scan.python.couplings import WORDS, PythonCouplings, PythonScanner
from planner.vocabulary.facts import Symbol
from planner.vocabulary.position import Position

_KERNEL_SOURCES = {".cu": "CUDA", ".cuh": "CUDA", ".hip": "HIP"}


def scan(tree: Tree, catalog: Catalog, progress: Callable[[str], None] = lambda path: None) -> Inventory:
    """Find every coupling and kernel of a project, and what environment it declares."""
    found = PythonCouplings()
    scanner = PythonScanner(catalog.symbols)
    skipped = list(tree.skipped)
    for path in tree.files:
        progress(path)
        suffix = path[path.rfind(".") :]
        if suffix in _KERNEL_SOURCES:
            kernel, coupling = _source_kernel(path, _KERNEL_SOURCES[suffix], catalog.symbols)
            found.kernels.append(kernel)
            found.couplings += coupling
        elif suffix == ".py":
            try:
                content = tree.read(path)
            except OSError as error:
                skipped.append(Skipped(path, f"cannot be read: {error.strerror}"))
                continue
            if b"\0" in content:
                skipped.append(Skipped(path, "binary content in a file named .py"))
            elif WORDS.search(content):
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
        notes=tree.notes,
        files=len(tree.files),
        digest=tree.digest(),
    )


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
