"""`scan`: a folder in, an inventory out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from planner.catalog.model import Catalog
from planner.readers.tree import Skipped, Tree
from planner.scan.declared import declared_environment
from planner.scan.extensions import find_extensions
from planner.scan.files import kind_of
from planner.scan.given import read_with_given
from planner.scan.inventory import Inventory
from planner.scan.known import known_symbols
from planner.scan.packages import of_packages
from planner.scan.python.couplings import PythonScanner
from planner.scan.python.record import FileCouplings
from planner.scan.reach import judge_reach
from planner.scan.reading import Read, read_files
from planner.scan.shims import under_shims
from planner.scan.texts.lines import TextSymbols

# rules whose words mean other things where there is no torch
_BY_TORCH = ("DEV202", "DEV216")
# code that may hold couplings, without a reader
_UNREAD = (".pyx", ".pxd", ".cl", ".rs", ".go", ".java", ".swift", ".m")


def read_project(
    tree: Tree, catalog: Catalog, progress: Callable[[str], None] = lambda path: None, jobs: int | None = None,
    again: Mapping[str, Read] | None = None,
) -> Mapping[str, Read]:  # fmt: skip
    """What each file that the scan looks into holds, or why it was not read. `jobs` is the number of processes that read, on
    which nothing depends; `again` are files that were read before.
    """
    done = again or {}
    paths = [path for path in tree.files if kind_of(path) is not None]
    fresh = [path for path in paths if path not in done]
    read = dict(read_files(tree, fresh, known_symbols(catalog, tree), find_extensions(tree), jobs, progress))
    return {path: done[path] if path in done else read[path] for path in paths}


def scan(tree: Tree, catalog: Catalog, read: Mapping[str, Read] | None = None) -> Inventory:
    """Find every coupling and kernel of a project, and what environment it declares; `read` is what its files hold, where they
    have been read.
    """
    symbols, extensions = known_symbols(catalog, tree), find_extensions(tree)
    read = read_project(tree, catalog) if read is None else read
    skipped = [*tree.skipped, *(Skipped(path, reason) for path, reason in read.items() if isinstance(reason, str))]
    files = {path: one for path, one in read.items() if not isinstance(one, str)}
    given = {name: meant for one in files.values() for name, meant in one.gives.items()}
    files |= read_with_given(tree, files, given, PythonScanner(symbols, extensions))
    found = judge_reach(_of_torch(_together(files)), tree, symbols, given)
    declaration = declared_environment(tree)
    couplings = under_shims([*found.couplings, *of_packages(declaration.packages, TextSymbols(symbols))], catalog)
    return Inventory(
        couplings=tuple(sorted(couplings, key=lambda item: (item.position, item.rule, item.symbol))),
        kernels=tuple(sorted(found.kernels, key=lambda item: item.position)),
        declared=declaration.declared,
        packages=declaration.packages,
        skipped=tuple(sorted(skipped, key=lambda item: item.path)),
        notes=(*tree.notes, *_unread(tree)),
        files=len(tree.files),
        examined=len(files),
        digest=tree.digest(),
        commented=tuple(sorted({*found.commented, *(item.position.path for item in declaration.packages)})),
    )


def _together(files: Mapping[str, FileCouplings]) -> FileCouplings:
    found = FileCouplings()
    for one in files.values():
        found.add(one)
    return found


def _of_torch(found: FileCouplings) -> FileCouplings:
    """Without the device code of a project that has nothing to do with torch: there `.cuda()` and `device=0` mean other things."""
    if found.learns:
        return found
    return replace(
        found,
        couplings=[item for item in found.couplings if item.rule not in _BY_TORCH],
    )


def _unread(tree: Tree) -> Iterator[str]:
    kinds = Counter(PurePosixPath(path).suffix for path in tree.files)
    unread = {kind: kinds[kind] for kind in _UNREAD if kinds[kind]}
    if unread:
        count = sum(unread.values())
        what = "1 file is of a kind" if count == 1 else f"{count} files are of kinds"
        listed = ", ".join(f"{number} {kind}" for kind, number in unread.items())
        yield f"{what} the scan does not read: {listed}"
