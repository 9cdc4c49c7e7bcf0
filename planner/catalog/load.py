"""The catalog from where it lies: compiled in the wheel, else compiled once into the user's cache."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

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
    has_overlay = overlay is not None and overlay.is_file()
    if COMPILED.is_file() and not has_overlay:
        plain = json.loads(COMPILED.read_bytes())
        return Catalog(plain["digest"], plain)
    # only here, since a start from compiled data does without the compiler
    from planner.catalog import compile

    files = compile.catalog_files(DATA / "manifests" / "catalog")
    if has_overlay and overlay:
        files[OVERLAY] = overlay.read_bytes()
    plain = _through_cache(files)
    return Catalog(plain["digest"], plain)


def _through_cache(files: dict[str, bytes]) -> dict[str, Any]:
    from planner.catalog import compile

    # the compiler's own text is part of the key: what an older one wrote is not read
    key = compile.digest_of({**files, "compile.py": Path(compile.__file__).read_bytes()})
    cached = _cache_folder() / f"catalog-{key}.json"
    try:
        found: dict[str, Any] = json.loads(cached.read_bytes())
        if found["digest"] == compile.digest_of(files):
            return found
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        # no cache, or one that somebody else wrote
        pass
    plain = compile.compile_catalog(files)
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
