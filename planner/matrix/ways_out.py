"""The nearest values that would turn one answer into yes, one attribute at a time."""

from collections.abc import Iterator
from itertools import islice, product

from planner.matrix.attributes import Attributes, default_build
from planner.matrix.evaluate import Evaluator
from planner.vocabulary.facts import Constraint
from planner.vocabulary.ranges import version_key
from planner.vocabulary.verdict import Verdict

# attribute -> the kind of record whose names are its candidates
_CANDIDATES = {"torch": "torch", "python": "python", "os": "os", "sdk": "sdk"}
# candidates that a constraint reads through what is derived from them
_VIA = {"os": "glibc", "sdk": "build"}


def ways_out(constraint: Constraint, attributes: Attributes, evaluator: Evaluator) -> tuple[str, ...]:
    """For each attribute the constraint reads, the nearest lower and higher value with which it is supported; where no
    single one helps, the nearest pair of a torch release and an SDK.
    """
    reads = {*constraint.needs, *({"torch"} if _follows_torch(attributes) and "build" in constraint.needs else ())}
    names = [name for name in _CANDIDATES if name in reads or _VIA.get(name) in reads]
    found = [f"{name} {value}" for name in names for value in _nearest(name, constraint, attributes, evaluator)]
    if not found and {"torch", "sdk"} <= set(names):
        pair = _nearest_pair(constraint, attributes, evaluator)
        found = [pair] if pair else []
    return tuple(found)


def _nearest(name: str, constraint: Constraint, attributes: Attributes, evaluator: Evaluator) -> Iterator[str]:
    names = _values(name, attributes, evaluator)
    if name not in attributes:
        # nothing is near to nothing: the newest that helps
        newest = (other for other in reversed(names) if _helps({name: other}, constraint, attributes, evaluator))
        yield from islice(newest, 1)
        return
    given = _key(attributes[name])
    below = [other for other in reversed(names) if _key(other) < given]
    above = [other for other in names if _key(other) > given]
    for side in (below, above):
        for other in side:
            if _helps({name: other}, constraint, attributes, evaluator):
                yield other
                break


def _nearest_pair(constraint: Constraint, attributes: Attributes, evaluator: Evaluator) -> str | None:
    torches, sdks = (_values(name, attributes, evaluator) for name in ("torch", "sdk"))
    start = _rank(torches, attributes.get("torch", "")), _rank(sdks, attributes.get("sdk", ""))
    pairs = sorted(
        product(enumerate(torches), enumerate(sdks)),
        key=lambda pair: (abs(pair[0][0] - start[0]) + abs(pair[1][0] - start[1]), pair),
    )
    for (_, torch), (_, sdk) in pairs:
        if _helps({"torch": torch, "sdk": sdk}, constraint, attributes, evaluator):
            return f"torch {torch} with sdk {sdk}"
    return None


def _helps(change: dict[str, str], constraint: Constraint, attributes: Attributes, evaluator: Evaluator) -> bool:
    changed = {**attributes, **change}
    for name, value in change.items():
        changed |= _follows(name, value, evaluator)
    if "torch" in change and "sdk" not in change and _follows_torch(attributes):
        changed["build"] = default_build(changed, evaluator.catalog) or changed["build"]
    asked = [constraint]
    published = evaluator.catalog.constraints.get("sdk-torch")
    if published and "sdk" in change and "torch" in changed:
        # an SDK for which this torch was never published is no way out
        asked.append(published)
    answers = [evaluator.evaluate(one, changed) for one in asked]
    return all(answer is not None and answer.verdict is Verdict.SUPPORTED for answer in answers)


def _follows_torch(attributes: Attributes) -> bool:
    """Whether the build is the public index's choice, and another release brings another one."""
    return attributes.get("torch_index") == "default" and "build" in attributes


def _values(name: str, attributes: Attributes, evaluator: Evaluator) -> list[str]:
    family = attributes.get(name, "").split("-")[0] if name in ("os", "sdk") else ""
    names = [record.name for record in evaluator.catalog.of_kind(_CANDIDATES[name]) if record.name.startswith(family)]
    return sorted(names, key=_key)


def _rank(names: list[str], given: str) -> int:
    return next((index for index, name in enumerate(names) if _key(name) >= _key(given)), len(names))


def _follows(name: str, value: str, evaluator: Evaluator) -> dict[str, str]:
    """The derived attributes that come with a new value."""
    record = evaluator.catalog.record(_CANDIDATES[name], value)
    derived = {"os": ("glibc", "platform"), "sdk": ("build", "product")}.get(name, ())
    result = {key: str(record.values[key]) for key in derived if record and key in record.values}
    if name == "sdk":
        result["sdk_version"] = str(record.values.get("version", "")) if record else ""
    return result


def _key(name: str) -> tuple[tuple[int, object], ...]:
    return tuple(version_key(part) for part in name.split("-"))
