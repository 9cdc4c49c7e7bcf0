"""`route`: the cheapest sequence of single-layer changes from one environment to another, each stop valid.

Cost is compared in this order: coupled moves, layers changed, weights of what is passed through, canonical order. The
search is A* over `Moves`; the number of layers still to change never overestimates, so the first arrival is the cheapest.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise

from planner.matrix.judge import Judge
from planner.matrix.judgement import Judgements
from planner.matrix.moves import Moves
from planner.vocabulary.environment import Environment
from planner.vocabulary.layer import Layer
from planner.vocabulary.verdict import Verdict

Cost = tuple[int, int, int]
Order = tuple[tuple[int, ...], ...]

_PLACES = {layer: place for place, layer in enumerate(Layer)}


@dataclass(frozen=True, slots=True)
class Move:
    """One step: the layers it changes (one, unless it is a coupled move) and the environments on either side."""

    layers: tuple[Layer, ...]
    before: Environment
    after: Environment
    changes: tuple[str, ...]

    @property
    def coupled(self) -> bool:
        """Whether more than one layer changes, so that no effect can be attributed to one of them."""
        return len(self.layers) > 1


@dataclass(frozen=True, slots=True)
class Route:
    """The moves from `source` to `target`; without moves where `forbidden` says what stands in the way.

    What one end does not declare is taken from the other on the way, and named in `assumed`.
    """

    source: Environment
    target: Environment
    moves: tuple[Move, ...]
    cost: Cost
    judged: Judgements
    forbidden: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


def find_route(source: Environment, target: Environment, judge: Judge) -> Route:
    """The cheapest route, or what forbids one.

    A source that is itself unsupported is where the team stands and is no obstacle; a target that is, is.
    """
    judged = judge.judge(target)
    if judged.verdict is Verdict.UNSUPPORTED:
        reasons = [item.reason for item in judged.judgements if item.verdict is Verdict.UNSUPPORTED]
        return Route(source, target, (), (0, 0, 0), judged, tuple(reasons))
    goal, of_target = _completed(target, source)
    start, of_source = _completed(source, target)
    assumed = (*of_source, *of_target)
    search = _Search(start, goal, judge)
    for coupled in (False, True):
        found = search.run(coupled)
        if found:
            moves, cost = found
            return Route(source, target, moves, cost, judged, assumed=assumed)
    if assumed:
        # what was assumed does not work, which says nothing of what will be declared
        switch = Move((Layer.ACCELERATOR,), source, target, changes(source, target))
        return Route(source, target, (switch,), (0, 1, 0), judged, assumed=assumed)
    reason = f"no sequence of supported environments leads from {source.name} to {target.name}, coupled moves included"
    return Route(source, target, (), (0, 0, 0), judged, (reason,))


def _completed(one: Environment, other: Environment) -> tuple[Environment, tuple[str, ...]]:
    """An environment with what it does not declare taken from another, and the keys of that."""
    assumed: list[str] = []
    if one.python is None and other.python:
        one = replace(one, python=other.python)
        assumed.append(f"{one.name}: python {other.python}")
    if one.torch.release is None and other.torch.release:
        one = replace(one, torch=replace(one.torch, release=other.torch.release))
        assumed.append(f"{one.name}: torch {other.torch.release}")
    if one.image.os is None and other.image.os:
        one = replace(one, image=replace(one.image, os=other.image.os))
        assumed.append(f"{one.name}: image.os {other.image.os}")
    return one, tuple(assumed)


class _Search:
    def __init__(self, source: Environment, target: Environment, judge: Judge) -> None:
        self.judge = judge
        self.start = replace(source, name="")
        self.goal = replace(target, name="")
        self.moves = Moves(self.start, self.goal, judge.catalog, self._shared_os())
        self.prices: dict[Environment, int | None] = {}

    def run(self, coupled: bool) -> tuple[tuple[Move, ...], Cost] | None:
        number = count()
        best: dict[Environment, tuple[Cost, Order]] = {self.start: ((0, 0, 0), ())}
        parents: dict[Environment, Environment] = {}
        queue: list[tuple[Cost, Order, int, Environment]] = [
            ((0, self._ahead(self.start), 0), (), next(number), self.start)
        ]
        done: set[Environment] = set()
        while queue:
            *_, state = heapq.heappop(queue)
            if state == self.goal:
                return self._moves(parents), best[state][0]
            if state in done:
                continue
            done.add(state)
            (pairs, changed, weight), order = best[state]
            for index, (layers, after) in enumerate(self._neighbors(state, coupled)):
                price = self._price(after)
                if price is None:
                    continue
                cost = (pairs + (len(layers) > 1), changed + len(layers), weight + price)
                # of equally cheap routes the one in canonical order wins, so that there is one answer
                ranked = (cost, (*order, (*(_PLACES[layer] for layer in layers), index)))
                if after not in best or ranked < best[after]:
                    best[after] = ranked
                    parents[after] = state
                    estimate = (cost[0], cost[1] + self._ahead(after), cost[2])
                    heapq.heappush(queue, (estimate, ranked[1], next(number), after))
        return None

    def _neighbors(self, state: Environment, coupled: bool) -> Iterator[tuple[tuple[Layer, ...], Environment]]:
        yield from self.moves.of(state)
        if coupled:
            for _, between in self.moves.of(state):
                for _, after in self.moves.of(between):
                    layers = self.moves.layers(state, after)
                    if len(layers) == 2:
                        yield layers, after

    def _price(self, state: Environment) -> int | None:
        """What it costs to pass, or nothing where the environment is unsupported."""
        if state not in self.prices:
            self.prices[state] = self.judge.weigh(state)
        return self.prices[state]

    def _ahead(self, state: Environment) -> int:
        return len(self.moves.layers(state, self.goal))

    def _shared_os(self) -> bool:
        """Whether some operating system of the image is valid on both platforms."""
        if None in (self.start.image.os, self.goal.image.os):
            return True
        moves = Moves(self.start, self.goal, self.judge.catalog, shared_os=True)
        ends = (
            self.goal,
            replace(self.goal, accelerator=self.start.accelerator, sdk=self.start.sdk, torch=self.start.torch),
        )
        systems = {self.start.image.os, self.goal.image.os, *moves.systems}
        return any(
            all(
                self.judge.weigh(
                    replace(end, image=replace(end.image, os=os, base=None), run=replace(end.run, instance=None))
                )
                is not None
                for end in ends
            )
            for os in sorted(str(name) for name in systems)
        )

    def _moves(self, parents: dict[Environment, Environment]) -> tuple[Move, ...]:
        chain = [self.goal]
        while chain[-1] in parents:
            chain.append(parents[chain[-1]])
        chain.reverse()
        return tuple(Move(self.moves.layers(a, b), a, b, changes(a, b)) for a, b in pairwise(chain))


def changes(before: Environment, after: Environment) -> tuple[str, ...]:
    """What differs, value by value, in words."""
    pairs = [
        ("accelerator", before.accelerator, after.accelerator),
        ("sdk", before.sdk, after.sdk),
        ("torch", before.torch.release, after.torch.release),
        ("torch build", before.torch.build, after.torch.build),
        ("python", before.python, after.python),
        ("image os", before.image.os, after.image.os),
        ("image base", before.image.base, after.image.base),
        ("host os", before.host.os, after.host.os),
        ("host kernel", before.host.kernel, after.host.kernel),
        ("driver", before.host.driver, after.host.driver),
        ("arch", before.arch, after.arch),
        ("instance", before.run.instance, after.run.instance),
        ("instances", before.run.count, after.run.count),
        ("ranks", before.run.ranks, after.run.ranks),
        ("batch per rank", before.run.batch, after.run.batch),
        ("parallelism", ", ".join(before.run.parallelism), ", ".join(after.run.parallelism)),
        ("execution", before.run.execution, after.run.execution),
        ("options", _pairs(before.run.options), _pairs(after.run.options)),
        ("variables", _pairs(before.run.env), _pairs(after.run.env)),
    ]
    said = [f"{name}: {old or 'not declared'} → {new or 'not declared'}" for name, old, new in pairs if old != new]
    gone = sorted(set(before.packages) - set(after.packages))
    come = sorted(set(after.packages) - set(before.packages))
    if gone or come:
        said.append(f"packages: {', '.join(gone) or 'none'} → {', '.join(come) or 'none'}")
    return tuple(said)


def _pairs(values: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{key}={value}" for key, value in values)
