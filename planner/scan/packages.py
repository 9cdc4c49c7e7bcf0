"""The couplings of the packages that a project asks for."""

import re
from collections.abc import Iterable, Iterator, Mapping

from packaging.utils import canonicalize_name

from planner.readers.requirements import Wanted
from planner.scan.inventory import Coupling
from planner.scan.texts.lines import TextSymbols

_RULE = "IMG402"
# what a package's name has more where it is one of several, for a toolkit each: cupy-cuda12x, nvidia-dali-cuda120, faiss-gpu-cu12
_VARIANT = re.compile(r"-(?:cuda|cu1|rocm|gpu).*")


def of_packages(packages: Iterable[Wanted], symbols: TextSymbols) -> Iterator[Coupling]:
    """What the catalog knows of packages, where they are asked for."""
    known = _distributions(symbols)
    for wanted in packages:
        name = canonicalize_name(wanted.name)
        key = known.get(name) or known.get(_VARIANT.sub("", name))
        yield from symbols.found(key, wanted.name, wanted.position)


def _distributions(symbols: TextSymbols) -> Mapping[str, str]:
    """The keys of packages by the names under which an index has them."""
    return {
        canonicalize_name(key.removeprefix("pip:").replace(".", "-")): key
        for key, symbol in symbols.symbols.items()
        if symbol.rule == _RULE
    }
