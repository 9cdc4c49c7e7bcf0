"""The nearest values that would turn one answer into yes, one attribute at a time."""

from collections.abc import Iterator

from planner.matrix.attributes import Attributes
from planner.matrix.evaluate import Evaluator
from planner.vocabulary.facts import Constraint
from planner.vocabulary.ranges import version_key
from planner.vocabulary.verdict import Verdict

# attribute -> the kind of record whose names are its candidates
_CANDIDATES = {"torch": "torch", "python": "python", "os": "os", "sdk": "sdk"}


def ways_out(constraint: Constraint, attributes: Attributes, evaluator: Evaluator) -> tuple[str, ...]:
    """For each attribute the constraint reads, the nearest lower and higher value with which it is supported."""
    read = {*constraint.needs, *({"os"} if "glibc" in constraint.needs else ())}
    return tuple(
        f"{name} {value}"
        for name in _CANDIDATES
        if name in read
        for value in _nearest(name, constraint, attributes, evaluator)
    )


def _nearest(name: str, constraint: Constraint, attributes: Attributes, evaluator: Evaluator) -> Iterator[str]:
    given = attributes.get(name, "")
    family = given.split("-")[0] if name in ("os", "sdk") else ""
    names = [record.name for record in evaluator.catalog.of_kind(_CANDIDATES[name]) if record.name.startswith(family)]
    names.sort(key=_key)
    below = [other for other in reversed(names) if _key(other) < _key(given)]
    above = [other for other in names if _key(other) > _key(given)]
    for side in (below, above):
        for other in side:
            changed = {**attributes, name: other, **_follows(name, other, evaluator)}
            evaluation = evaluator.evaluate(constraint, changed)
            if evaluation and evaluation.verdict is Verdict.SUPPORTED:
                yield other
                break


def _follows(name: str, value: str, evaluator: Evaluator) -> dict[str, str]:
    """The derived attributes that come with a new value."""
    record = evaluator.catalog.record(_CANDIDATES[name], value)
    derived = {"os": ("glibc", "platform"), "sdk": ("build", "product")}.get(name, ())
    result = {key: str(record.values[key]) for key in derived if record and key in record.values}
    if name == "sdk":
        result["sdk_version"] = value.partition("-")[2]
    return result


def _key(name: str) -> tuple[tuple[int, object], ...]:
    return tuple(version_key(part) for part in name.split("-"))
