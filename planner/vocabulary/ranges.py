"""Whether a value lies in a range. Each attribute has its own order: releases, dotted numbers, Python tags, names."""

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import lru_cache

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

_RANGED = frozenset({"torch", "sdk_version", "glibc", "driver", "host_kernel", "package_version", "ranks_per_instance"})
_NAMED = frozenset(
    {
        "stack", "accelerator", "build", "platform", "os", "arch", "gfx", "host_os",
        "instance", "product", "execution", "package", "sdk", "lnc", "torch_index", "ext_abi",
    }
)  # fmt: skip


@lru_cache(maxsize=8192)
def contains(attribute: str, allowed: tuple[str, ...], value: str) -> bool:
    """Whether `value` is among what `allowed` lists for this attribute; an unreadable value is in no range."""
    return _MATCHERS[attribute](allowed, value)


def fault(attribute: str, allowed: tuple[str, ...]) -> str | None:
    """What is wrong with a list of allowed values, or nothing."""
    if attribute not in _MATCHERS:
        return f"no attribute is called {attribute!r}; there are {', '.join(sorted(_MATCHERS))}"
    if not allowed:
        return f"{attribute} allows nothing: an empty range"
    for entry in allowed:
        try:
            if attribute in _RANGED or (attribute == "python" and _is_range(entry)):
                if SpecifierSet(entry).is_unsatisfiable():
                    return f"{attribute}: no version is in {entry!r}"
            elif attribute == "capability":
                _capability(entry.removesuffix("+PTX"))
        except (InvalidSpecifier, ValueError):
            return f"{attribute}: {entry!r} is not a range"
    return None


@lru_cache(maxsize=8192)
def version_key(text: str) -> tuple[int, Version | str]:
    """A sort key for versions of any spelling: what packaging can read in its order, the rest before, by text."""
    try:
        return (1, Version(text.removesuffix("t")))
    except InvalidVersion:
        return (0, text)


def _named(allowed: tuple[str, ...], value: str) -> bool:
    # most names hold no wildcard, and a pattern costs a compilation
    return value in allowed or any("*" in entry and fnmatchcase(value, entry) for entry in allowed)


def _any_named(allowed: tuple[str, ...], value: str) -> bool:
    return any(_named(allowed, one) for one in value.split())


def _ranged(allowed: tuple[str, ...], value: str) -> bool:
    try:
        version = Version(value)
    except InvalidVersion:
        return False
    # a nightly or pre-release matches only where the range itself names one
    return any(
        (specifier := _specifier(entry)).contains(version, prereleases=bool(specifier.prereleases)) for entry in allowed
    )


def _kernel(allowed: tuple[str, ...], value: str) -> bool:
    # a kernel carries its distribution's own suffix: 5.15.0-91-generic
    numbers = re.match(r"\d+(\.\d+)+", value)
    return numbers is not None and _ranged(allowed, numbers[0])


def _python(allowed: tuple[str, ...], value: str) -> bool:
    # a free-threaded build is another ABI: it is in no range, only in a list that names its tag
    return any(
        _ranged((entry,), value) if _is_range(entry) and not value.endswith("t") else entry == value
        for entry in allowed
    )


def _covers(allowed: tuple[str, ...], value: str) -> bool:
    # binary code runs on its own major with the same or a higher minor; PTX is compiled for anything newer
    try:
        device = _capability(value)
    except ValueError:
        return False
    for entry in allowed:
        code = _capability(entry.removesuffix("+PTX"))
        if device >= code and (device[0] == code[0] or entry.endswith("+PTX")):
            return True
    return False


def _capability(text: str) -> tuple[int, int]:
    major, minor = text.split(".")
    return int(major), int(minor)


def _is_range(entry: str) -> bool:
    return entry[:1] in "<>=!~"


@lru_cache(maxsize=4096)
def _specifier(entry: str) -> SpecifierSet:
    return SpecifierSet(entry)


_MATCHERS: dict[str, Callable[[tuple[str, ...], str], bool]] = {
    **dict.fromkeys(_RANGED, _ranged),
    **dict.fromkeys(_NAMED, _named),
    "host_kernel": _kernel,
    "indexes": _any_named,
    "python": _python,
    "capability": _covers,
}
