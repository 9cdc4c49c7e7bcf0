"""The JSON Schema of the manifest, made from the models."""

from typing import Any

from planner.manifest.models import Manifest


def manifest_schema() -> dict[str, Any]:
    """A JSON Schema (2020-12) for `planner.yaml`, for editors and for check-jsonschema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Manifest.model_json_schema(by_alias=True),
        "title": "planner.yaml",
    }
