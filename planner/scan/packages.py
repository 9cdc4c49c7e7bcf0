"""The couplings of the packages that a project asks for."""

from collections.abc import Iterable, Iterator, Mapping

from packaging.utils import canonicalize_name

from planner.readers.requirements import Wanted
from planner.scan.inventory import Coupling
from planner.scan.texts.lines import TextSymbols

_RULE = "IMG402"


def of_packages(packages: Iterable[Wanted], symbols: TextSymbols) -> Iterator[Coupling]:
    """What the catalog knows of packages, where they are asked for."""
    known = _distributions(symbols)
    for wanted in packages:
        name = canonicalize_name(wanted.name)
        key = known.get(name) or next((key for base, key in known.items() if _is_variant(name, base)), None)
        yield from symbols.found(key, wanted.name, wanted.position)


def _distributions(symbols: TextSymbols) -> Mapping[str, str]:
    """The keys of packages by the names under which an index has them."""
    return {
        canonicalize_name(key.removeprefix("pip:").replace(".", "-")): key
        for key, symbol in symbols.symbols.items()
        if symbol.rule == _RULE
    }


def _is_variant(name: str, base: str) -> bool:
    """Whether a package is another for one toolkit: cupy-cuda12x, nvidia-dali-cuda120, faiss-gpu-cu12."""
    rest = name.removeprefix(f"{base}-")
    return rest != name and rest.startswith(("cuda", "cu1", "rocm", "gpu"))
