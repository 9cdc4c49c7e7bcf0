"""The catalog from where it lies: compiled in the wheel, else compiled once into the user's cache."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from planner.catalog import compile
from planner.catalog.compile import catalog_files, compile_catalog, digest_of
from planner.catalog.model import Catalog

DATA = Path(__file__).parent.parent / "_data"
COMPILED = DATA / "catalog.json"
OVERLAY = "planner.facts.yaml"


def load_catalog(project: Path | None = None) -> Catalog:
    """The planner's catalog, with the overlay of a project's folder where there is one.

    Raises:
        InputError: the overlay has faults.
    """
    overlay = project / OVERLAY if project else None
    if overlay and overlay.is_file():
        files = {**catalog_files(DATA / "manifests" / "catalog"), OVERLAY: overlay.read_bytes()}
        plain = compile_catalog(files)
    elif COMPILED.is_file():
        plain = json.loads(COMPILED.read_bytes())
    else:
        plain = _through_cache(catalog_files(DATA / "manifests" / "catalog"))
    return Catalog(plain["digest"], plain)


def _through_cache(files: dict[str, bytes]) -> dict[str, Any]:
    # the compiler's own text is part of the key: what an older one wrote is not read
    key = digest_of({**files, "compile.py": Path(compile.__file__).read_bytes()})
    cached = _cache_folder() / f"catalog-{key}.json"
    try:
        found: dict[str, Any] = json.loads(cached.read_bytes())
        return found
    except (OSError, ValueError):
        plain = compile_catalog(files)
    _keep(cached, json.dumps(plain).encode())
    return plain


def _keep(path: Path, content: bytes) -> None:
    # a cache that cannot be written costs time, nothing else
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    except OSError:
        return


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "torch-planner"
