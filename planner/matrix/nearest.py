"""The nearest supported environments: as few layers changed as possible, exactly."""

from dataclasses import replace
from itertools import combinations, product

from planner.matrix.judge import Judge
from planner.vocabulary.environment import Environment, Image, Torch
from planner.vocabulary.ranges import version_key
from planner.vocabulary.verdict import Verdict

_MOST_LAYERS = 3


def nearest(environment: Environment, judge: Judge, most: int = 3) -> list[Environment]:
    """Up to `most` supported environments that change the fewest layers, those with the smallest steps first.

    Only layers that are declared change, to values the catalog knows; the accelerator stays.
    """
    layers = [layer for layer in _CHOICES if _current(layer, environment)]
    for number in range(1, _MOST_LAYERS + 1):
        found = []
        for chosen in combinations(layers, number):
            for values in product(*(list(enumerate(_choices(layer, environment, judge))) for layer in chosen)):
                candidate = environment
                for layer, (_, value) in zip(chosen, values, strict=True):
                    candidate = _with(candidate, layer, value)
                if judge.verdict(candidate) is Verdict.SUPPORTED:
                    found.append((sum(rank for rank, _ in values), chosen, candidate))
        if found:
            found.sort(key=lambda item: (item[0], item[1]))
            return [candidate for _, _, candidate in found[:most]]
    return []


_CHOICES = {"torch": "torch", "python": "python", "image": "os", "sdk": "sdk"}


def _choices(layer: str, environment: Environment, judge: Judge) -> list[str]:
    """The other values of a layer, the nearest first."""
    current = _current(layer, environment) or ""
    family = current.partition("-")[0]
    names = [record.name for record in judge.catalog.of_kind(_CHOICES[layer])]
    if layer in ("image", "sdk"):
        names = [name for name in names if name.partition("-")[0] == family]
    names = sorted(names, key=_key)
    place = next((index for index, name in enumerate(names) if _key(name) >= _key(current)), len(names))
    return sorted((name for name in names if name != current), key=lambda name: (abs(names.index(name) - place), name))


def _key(name: str) -> tuple[tuple[int, object], ...]:
    return tuple(version_key(part) for part in name.split("-"))


def _current(layer: str, environment: Environment) -> str | None:
    return {
        "torch": environment.torch.release, "python": environment.python, "image": environment.image.os,
        "sdk": environment.sdk,
    }[layer]  # fmt: skip


def _with(environment: Environment, layer: str, value: str) -> Environment:
    match layer:
        case "torch":
            return replace(environment, torch=Torch(value, environment.torch.build))
        case "python":
            return replace(environment, python=value)
        case "image":
            return replace(environment, image=Image(value))
        case _:
            return replace(environment, sdk=value, torch=Torch(environment.torch.release))
