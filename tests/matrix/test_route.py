"""Routes: as cheap as an exhaustive search finds, one layer at a time, both ways."""

import heapq
from dataclasses import replace
from itertools import count, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.compile import compile_catalog
from planner.catalog.model import Catalog
from planner.matrix.judge import Judge
from planner.matrix.nearest import nearest
from planner.matrix.route import _Search, find_route
from planner.vocabulary.environment import Environment, Host, Image, Run, Torch, difference
from planner.vocabulary.layer import Layer
from planner.vocabulary.verdict import Verdict
from tests.conftest import AS_OF

H100 = Environment(
    "h100", "nvidia-h100", "cuda-12.8", "x86_64", "3.12", Torch("2.11.0"), Host("ubuntu-24.04", None, "570.124.06"), Image("ubuntu-24.04"),
    run=Run("p5.48xlarge", 1, 8, 32, ("ddp",), "compiled"),
)  # fmt: skip
TRN2 = Environment(
    "trn2", "aws-trn2", "neuron-2.33.0", "x86_64", "3.14", Torch("2.14.0"), image=Image("ubuntu-26.04"),
    run=Run("trn2.48xlarge", 1, 64, 4, ("ddp",), "compiled", (("lnc", "2"),)),
)  # fmt: skip
CPU = Environment("cpu", "cpu", "cpu", "x86_64", "3.11", Torch("2.8.0"), image=Image("ubuntu-22.04"))
V100 = Environment(
    "v100",
    "nvidia-v100",
    "cuda-11.8",
    "x86_64",
    "3.10",
    Torch("2.1.0"),
    Host(driver="525.60.13"),
    Image("ubuntu-20.04"),
)


@pytest.mark.parametrize(
    ("source", "target"),
    [(H100, TRN2), (TRN2, H100), (CPU, TRN2), (H100, CPU), (V100, H100), (V100, TRN2), (TRN2, V100)],
)
def test_neighbors_differ_in_one_layer_and_each_stop_is_valid(judge, source, target):
    route = find_route(source, target, judge)
    assert route.moves, route.forbidden
    assert replace(route.moves[0].before, name="") == replace(source, name="")
    assert replace(route.moves[-1].after, name="") == replace(target, name="")
    for move in route.moves:
        assert not move.coupled
        assert len(move.layers) == 1
        assert judge.verdict(move.after) is not Verdict.UNSUPPORTED
    for one, other in zip(route.moves, route.moves[1:], strict=False):
        assert one.after == other.before


@pytest.mark.slow
@pytest.mark.parametrize(("source", "target"), [(H100, TRN2), (TRN2, H100), (CPU, TRN2), (H100, CPU)])
def test_no_cheaper_route_is_found_without_looking_ahead(judge, monkeypatch, source, target):
    found = find_route(source, target, judge)
    # with nothing expected of the rest, every cheaper state of the real catalog is visited first
    monkeypatch.setattr(_Search, "_ahead", lambda self, state: 0)
    assert find_route(source, target, judge) == found
    assert found.moves


def test_the_platform_moves_in_eager_mode(judge):
    for source, target in ((H100, TRN2), (TRN2, H100)):
        switch = next(move for move in find_route(source, target, judge).moves if Layer.ACCELERATOR in move.layers)
        assert (switch.before.run.execution, switch.after.run.execution) == ("eager", "eager")


def test_ranks_that_one_side_cannot_hold_change_on_the_other(judge):
    layers = [move.layers[0] for move in find_route(H100, TRN2, judge).moves]
    assert layers.index(Layer.DISTRIBUTION) > layers.index(Layer.ACCELERATOR)
    home = [move.layers[0] for move in find_route(TRN2, H100, judge).moves]
    assert home.index(Layer.DISTRIBUTION) < home.index(Layer.ACCELERATOR)


def test_a_stepping_stone_is_found_where_no_direct_step_is_valid(judge):
    # cu128 ended with torch 2.11, and driver 570 does not run CUDA 13: 12.6 is the only bridge to 2.14
    sdks = [move.after.sdk for move in find_route(H100, TRN2, judge).moves if move.layers == (Layer.SDK,)]
    assert sdks == ["cuda-12.6"]


def test_an_unsupported_target_is_forbidden_with_its_reason(judge):
    route = find_route(H100, replace(TRN2, torch=Torch("2.15.0")), judge)
    assert not route.moves
    assert "torch 2.15.0 is published for neuron-2.33.0" in route.forbidden[0]


def test_an_unsupported_source_is_where_the_team_stands_and_no_obstacle(judge):
    broken = replace(H100, host=Host(driver="450.80.02"))
    assert judge.verdict(broken) is Verdict.UNSUPPORTED
    assert find_route(broken, TRN2, judge).moves


def test_torchvision_moves_with_torch(judge):
    source = replace(V100, packages=("torchvision==0.16.0",))
    target = replace(H100, packages=("torchvision==0.26.0",), torch=Torch("2.11.0"))
    route = find_route(source, target, judge)
    assert route.moves
    assert not any(Layer.PACKAGES in move.layers for move in route.moves)
    for move in route.moves:
        assert judge.verdict(move.after) is not Verdict.UNSUPPORTED


def test_the_same_route_each_time(judge, catalog):
    assert find_route(H100, TRN2, judge).moves == find_route(H100, TRN2, Judge(catalog, AS_OF)).moves


# small random catalogs, compared with a search over every environment there is

SOURCES = "format: 1\nsubject: small\nsources:\n  s: {title: t, locator: l, publisher: p, published: unknown, read: 2026-12-01, kind: official}\n"
TORCHES, PYTHONS, SYSTEMS = ["2.1.0", "2.2.0", "2.3.0"], ["3.10", "3.11", "3.12"], ["ubuntu-22.04", "ubuntu-24.04"]
SDKS = {"cuda": ["cuda-12.1", "cuda-12.2"], "neuron": ["neuron-2.1", "neuron-2.2"]}
OUTCOMES = ["unsupported", "unknown"]


def subsets(values):
    return st.lists(st.sampled_from(values), min_size=1, max_size=len(values), unique=True).map(sorted)


@st.composite
def small_catalogs(draw) -> Catalog:
    lines = [SOURCES, "weights: {beta: 1, maintenance: 2, ended: 4, unknown: 8, disputed: 10}", "constraints:"]
    for id, layers, needs in (
        ("pt", "torch, python", "torch, python"),
        ("st", "sdk, torch", "sdk, torch"),
        ("so", "image", "stack, os"),
        ("to", "torch, image", "torch, os"),
    ):
        lines.append(
            f"  - {{id: {id}, rule: ENV101, layers: [{layers}], at: torch, needs: [{needs}], asks: 'q', fails: run}}"
        )
    lines.append("records:")
    names = (
        [("torch", name) for name in TORCHES]
        + [("python", name) for name in PYTHONS]
        + [("os", name) for name in SYSTEMS]
    )
    lines += [f"  - {{kind: {kind}, name: '{name}', sources: [s]}}" for kind, name in names]
    for stack, sdks in SDKS.items():
        lines.append(f"  - {{kind: accelerator, name: chip-{stack}, values: {{stack: {stack}}}, sources: [s]}}")
        lines += [
            f"  - {{kind: sdk, name: {name}, values: {{stack: {stack}, version: '{name[-3:]}'}}, sources: [s]}}"
            for name in sdks
        ]
    lines.append("facts:")

    def fact(id, constraint, about, allows):
        status = draw(st.sampled_from(["supported", "supported", "beta", "ended"]))
        otherwise = draw(st.sampled_from(OUTCOMES))
        lines.append(
            f"  - {{id: {id}, constraint: {constraint}, about: {about}, allows: {allows}, otherwise: {otherwise}, status: {status}, sources: [s]}}"
        )

    for torch in TORCHES:
        fact(f"p{torch}", "pt", f"{{torch: '=={torch}'}}", f"{{python: {draw(subsets(PYTHONS))}}}")
        fact(f"o{torch}", "to", f"{{torch: '=={torch}'}}", f"{{os: {draw(subsets(SYSTEMS))}}}")
    for stack, sdks in SDKS.items():
        fact(f"s{stack}", "so", f"{{stack: {stack}}}", f"{{os: {draw(subsets(SYSTEMS))}}}")
        for sdk in sdks:
            fact(f"t{sdk}", "st", f"{{sdk: {sdk}}}", f"{{torch: {[f'=={name}' for name in draw(subsets(TORCHES))]}}}")
    plain = compile_catalog({"small.yaml": "\n".join(lines).encode()})
    return Catalog(plain["digest"], plain)


def all_environments():
    for torch, python, os in product(TORCHES, PYTHONS, SYSTEMS):
        for stack, sdks in SDKS.items():
            for sdk in sdks:
                yield Environment("", f"chip-{stack}", sdk, None, python, Torch(torch), image=Image(os))


def weight_of(environment, judge):
    judged = judge.judge(environment)
    weights = judge.catalog.weights
    return sum(
        weights.get(item.verdict, 0)
        + max((weights.get(row.fact.status, 0) for row in item.rows if row.fact), default=0)
        for item in judged.judgements
    )


def exhaustive(source, target, judge, shared_os):
    """The least cost by Dijkstra over every environment, single-layer moves first, coupled ones where there are none."""
    valid = [one for one in all_environments() if judge.judge(one).verdict is not Verdict.UNSUPPORTED]
    low, high = sorted((source.torch.release, target.torch.release))
    old, new = sorted((source.python, target.python))
    # the search passes through values between the two ends, and through any SDK and operating system
    valid = [one for one in valid if low <= one.torch.release <= high and old <= one.python <= new]
    weights = {one: weight_of(one, judge) for one in valid}

    def layers(one, other):
        if one.accelerator != other.accelerator and other.accelerator != target.accelerator:
            return None  # there is no way back in the middle of a route
        found = difference(one, other)
        if Layer.ACCELERATOR in found and not shared_os:
            # the operating system cannot be chosen: it is the target's
            return tuple(layer for layer in found if layer is not Layer.IMAGE) if other.image == target.image else None
        return found

    for most in (1, 2):
        best = {source: (0, 0, 0)}
        number = count()
        queue = [((0, 0, 0), next(number), source)]
        while queue:
            cost, _, here = heapq.heappop(queue)
            if here == target:
                return cost
            if cost > best[here]:
                continue
            for there in valid:
                changed = layers(here, there) if there != here else None
                if not changed or len(changed) > most:
                    continue
                reached = (cost[0] + (len(changed) > 1), cost[1] + len(changed), cost[2] + weights[there])
                if there not in best or reached < best[there]:
                    best[there] = reached
                    heapq.heappush(queue, (reached, next(number), there))
    return None


@settings(max_examples=60, deadline=None)
@given(small_catalogs(), st.data())
def test_a_route_costs_what_exhaustive_search_finds(small, data):
    judge = Judge(small, AS_OF)
    environments = list(all_environments())
    source = data.draw(st.sampled_from(environments))
    target = data.draw(st.sampled_from(environments))
    route = find_route(source, target, judge)
    if judge.judge(target).verdict is Verdict.UNSUPPORTED:
        assert route.forbidden
        return
    shared = any(
        all(judge.judge(replace(end, image=Image(os))).verdict is not Verdict.UNSUPPORTED for end in (target, replace(target, accelerator=source.accelerator, sdk=source.sdk, torch=source.torch)))
        for os in SYSTEMS
    )  # fmt: skip
    least = exhaustive(source, target, judge, shared)
    assert (route.cost if route.moves or source == target else None) == least


@settings(max_examples=60, deadline=None)
@given(small_catalogs(), st.data())
def test_the_nearest_supported_environment_is_the_nearest(small, data):
    judge = Judge(small, AS_OF)
    start = data.draw(st.sampled_from(list(all_environments())))
    if judge.verdict(start) is Verdict.SUPPORTED:
        return
    distances = [
        len(difference(start, other))
        for other in all_environments()
        if other.accelerator == start.accelerator and judge.verdict(other) is Verdict.SUPPORTED
    ]
    found = nearest(start, judge)
    least = min((distance for distance in distances if distance <= 3), default=None)
    assert [len(difference(start, other)) for other in found[:1]] == ([] if least is None else [least])
    assert all(judge.verdict(other) is Verdict.SUPPORTED for other in found)
