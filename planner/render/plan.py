"""A plan as files: decision, plan and rollback for people, `plan.json` for programs, images and configs for machines."""

from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from planner.catalog.model import Catalog
from planner.manifest.load import Declared
from planner.plan.model import Plan
from planner.render.bundle import Bundle
from planner.render.environments import environment_files
from planner.render.templates import render_template
from planner.vocabulary.digest import canonical_json

FORMAT_VERSION = "1.0"
_DOCUMENTS = ("DECISION.md", "PLAN.md", "ROLLBACK.md")


def plan_bundle(plan: Plan, declared: Declared, catalog: Catalog) -> Bundle:
    """All files of a plan."""
    values = {"plan": plan, "sources": _sources(plan, catalog), "catalog": catalog}
    files = {name: render_template(f"documents/{name}.j2", **values) for name in _DOCUMENTS}
    files["plan.json"] = canonical_json(plan_data(plan))
    manifest = declared.manifest
    for name in sorted(declared.environments):
        files |= environment_files(declared.environments[name], manifest, catalog)
    # what a stage changes runs as it says there, not as the manifest's ends say
    for stage in plan.stages:
        if stage.changes:
            files |= environment_files(stage.environment, manifest, catalog, stage.id)
    return Bundle(files)


def environments_bundle(declared: Declared, names: list[str], catalog: Catalog) -> Bundle:
    """Images and configs of some environments."""
    files: dict[str, bytes] = {}
    for name in names:
        files |= environment_files(declared.environments[name], declared.manifest, catalog)
    return Bundle(files)


def plan_data(plan: Plan) -> dict[str, Any]:
    """A plan as plain data, with the version of this format first among its keys."""
    return {"format_version": FORMAT_VERSION, **_plain(plan), "reversible": plan.reversible}


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        # rows hold whole facts; their ids stand beside them already
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value) if item.name != "rows"}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    return value


def _sources(plan: Plan, catalog: Catalog) -> list[Any]:
    ids = [
        id for judged in (plan.judged_source, plan.judged_target) for item in judged.judgements for id in item.sources
    ]
    return catalog.cite(ids)
