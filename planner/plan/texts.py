"""The wording of stages, from `texts/*.yaml`, filled with what a plan knows."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from planner.plan.model import Action, Condition, Step, StepKind

# what stands for revert and its check where a step `changes: nothing`
_NOTHING = Action("Nothing to undo: the step only looks.")
_UNCHANGED = Action("`git status` shows no change.")
_FOLDER = Path(__file__).parent / "texts"

Spec = Mapping[str, Any]
Values = Mapping[str, str]


@cache
def stage_specs() -> Mapping[str, Spec]:
    """The stages by id, in the order of a plan."""
    specs: dict[str, Spec] = {}
    for path in sorted(_FOLDER.glob("*.yaml")):
        for spec in yaml.safe_load(path.read_text(encoding="utf-8")):
            specs[spec["id"]] = spec
    return specs


def filled(text: str, values: Values) -> str:
    """A text with its `{names}` replaced. Values are inserted as they are: what they hold is not read as a template."""
    return text.format_map(values)


def steps_of(spec: Spec, values: Values, commands: Mapping[str, tuple[str, ...]]) -> tuple[Step, ...]:
    """The steps of a stage."""
    return tuple(_step(row, values, commands) for row in spec["steps"])


def _step(row: Spec, values: Values, commands: Mapping[str, tuple[str, ...]]) -> Step:
    command = commands.get(row.get("command", ""), ())

    def action(key: str) -> Action | None:
        return Action(filled(row[key], values)) if key in row else None

    inert = row.get("changes") == "nothing"
    return Step(
        id=row["id"],
        kind=StepKind(row["kind"]),
        title=filled(row["title"], values),
        apply=Action(filled(row["apply"], values), command),
        verify=Action(filled(row["verify"], values)),
        revert=_NOTHING if inert else action("revert"),
        verify_reverted=_UNCHANGED if inert else action("verify_reverted"),
        irreversible=filled(row.get("irreversible", ""), values),
        restore=filled(row.get("restore", ""), values),
        inert=inert,
    )


def gate_of(spec: Spec, values: Values, unset: Mapping[str, str]) -> tuple[Condition, ...]:
    """The conditions of a stage's gate; `unset` names what the manifest does not set, and what follows from that."""
    return tuple(
        Condition(row["name"], filled(row["says"], values), unset.get(row.get("needs", ""), "")) for row in spec["gate"]
    )
