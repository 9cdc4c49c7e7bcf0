"""The build hook: the catalog is compiled to JSON, so that an installed planner loads it in milliseconds."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface[Any]):
    """Puts `planner/_data/catalog.json` into wheels; an editable install compiles into the user's cache instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalog of this source tree."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from planner.catalog.compile import catalog_files, compile_catalog
        finally:
            sys.path.remove(str(root))
        plain = compile_catalog(catalog_files(root / "manifests" / "catalog"))
        self.folder = tempfile.TemporaryDirectory()
        compiled = Path(self.folder.name) / "catalog.json"
        compiled.write_text(json.dumps(plain), encoding="utf-8")
        build_data["force_include"][str(compiled)] = "planner/_data/catalog.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled copy."""
        if version != "editable":
            self.folder.cleanup()
