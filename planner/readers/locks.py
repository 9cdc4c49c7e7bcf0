"""Lock files: uv, PEP 751, poetry and conda; the versions they fix and the indexes these come from."""

from collections.abc import Iterator
from typing import Any

from packaging.utils import canonicalize_name

from planner.readers.observed import Observed, index_label
from planner.readers.positioned_yaml import parse_yaml
from planner.readers.toml import read_toml, table
from planner.vocabulary.position import InputError, Position

_MAX_BYTES = 5_000_000


def read_toml_lock(text: str, path: str) -> Iterator[Observed] | None:
    """A `uv.lock`, `pylock.toml` or `poetry.lock`, or nothing where the file is none of them."""
    data = read_toml(text)
    if data is None:
        return None
    packages = data.get("package", data.get("packages"))
    if not isinstance(packages, list):
        return None
    return _locked(packages, text, path)


def _locked(packages: list[Any], text: str, path: str) -> Iterator[Observed]:
    lines = text.splitlines()
    for package in map(table, packages):
        name, version = package.get("name"), package.get("version")
        if not isinstance(name, str) or not isinstance(version, str):
            continue
        position = Position(path, _line(lines, name), 1)
        name = canonicalize_name(name)
        marker = _marker(package)
        yield Observed("torch" if name == "torch" else "package", f"{name}=={version}", position, marker=marker)
        if name == "torch":
            yield Observed("index", index_label(_registry(package)), position, marker=marker)


def _marker(package: dict[str, Any]) -> str:
    """Where a locked version is for: uv forks a lock, poetry and PEP 751 mark single packages."""
    marker = package.get("markers", package.get("marker", ""))
    forks = package.get("resolution-markers", [])
    if isinstance(forks, list) and forks:
        return " or ".join(f"({fork})" for fork in forks)
    return marker if isinstance(marker, str) else ""


def _registry(package: dict[str, Any]) -> str:
    source = package.get("source")
    address = source.get("registry", source.get("url", "")) if isinstance(source, dict) else ""
    return str(address or package.get("index") or "https://pypi.org/simple")


def read_conda_lock(text: str, path: str) -> Iterator[Observed] | None:
    """A `conda-lock.yml`, or nothing where the file is none."""
    try:
        document = parse_yaml(text.encode(), path, _MAX_BYTES)
    except InputError:
        return None
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("package"), list):
        return None
    found = []
    for number, package in enumerate(data["package"]):
        if isinstance(package, dict) and "name" in package and "version" in package:
            name = {"pytorch": "torch"}.get(str(package["name"]), str(package["name"]))
            version = getattr(package["version"], "text", str(package["version"]))
            key = name if name in ("torch", "python") else "package"
            value = version.rpartition(".")[0] if key == "python" and version.count(".") > 1 else version
            found.append(
                Observed(key, value if key == "python" else f"{name}=={version}", document.positions["package", number])
            )
    return iter(found)


def _line(lines: list[str], name: str) -> int:
    wanted = f'name = "{name}"'
    return next((number for number, line in enumerate(lines, start=1) if line.strip() == wanted), 1)
