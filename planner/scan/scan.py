"""`scan`: a folder in, an inventory out."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from planner.catalog.model import Catalog
from planner.readers.tree import Skipped, Tree
from planner.scan.declared import declared_environment
from planner.scan.extensions import find_extensions
from planner.scan.files import FileReader, NotWhatItSays, kind_of
from planner.scan.inventory import Inventory
from planner.scan.packages import of_packages
from planner.scan.python.record import FileCouplings
from planner.scan.reach import judge_reach
from planner.scan.resources import with_resources

# rules whose words mean other things where there is no torch
_BY_TORCH = ("DEV202", "DEV216")
# code that may hold couplings, without a reader
_UNREAD = (".pyx", ".pxd", ".cl", ".rs", ".go", ".java", ".swift", ".m")


def scan(tree: Tree, catalog: Catalog, progress: Callable[[str], None] = lambda path: None) -> Inventory:
    """Find every coupling and kernel of a project, and what environment it declares."""
    found = FileCouplings()
    symbols = with_resources(catalog)
    reader = FileReader(symbols, find_extensions(tree))
    skipped = list(tree.skipped)
    examined = 0
    for path in tree.files:
        progress(path)
        if kind_of(path) is None:
            continue
        try:
            found.add(reader.read(tree.read(path), path))
        except OSError as error:
            skipped.append(Skipped(path, f"cannot be read: {error.strerror}"))
        except NotWhatItSays as error:
            skipped.append(Skipped(path, str(error)))
        else:
            examined += 1
    found = judge_reach(_of_torch(found), tree, symbols)
    declaration = declared_environment(tree)
    couplings = [*found.couplings, *of_packages(declaration.packages, reader.texts)]
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
