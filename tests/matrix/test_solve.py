"""The common ground: all of it, best first, and every loser with its reason."""

from itertools import product

import pytest

from planner.matrix.solve import solve
from planner.vocabulary.environment import Environment, Image, Torch
from planner.vocabulary.verdict import Verdict


def test_the_best_ground_of_h100_and_trainium_2(judge):
    solution = solve(["nvidia-h100", "aws-trn2"], ["torch", "python"], judge)
    best = solution.found[0]
    assert dict(best.shared) == {"torch": "2.14.0", "python": "3.14"}
    assert best.verdict is Verdict.SUPPORTED
    assert [one.image.os for one in best.environments] == ["ubuntu-26.04", "ubuntu-26.04"]


def test_better_verdicts_come_first(judge):
    order = list(Verdict)
    verdicts = [
        order.index(one.verdict) for one in solve(["nvidia-h100", "aws-trn2"], ["torch", "python"], judge).found
    ]
    assert verdicts == sorted(verdicts, reverse=True)


def test_every_release_is_found_or_lost_with_a_reason(judge, catalog):
    solution = solve(["nvidia-h100", "aws-trn2"], ["torch", "python"], judge)
    settled = {one.shared for one in solution.found} | {one.shared for one in solution.losers}
    for torch, python in product(catalog.of_kind("torch"), catalog.of_kind("python")):
        pair = (("torch", torch.name), ("python", python.name))
        assert pair in settled or pair[:1] in settled, pair
    assert all(one.reason and one.accelerator in solution.accelerators for one in solution.losers)


def test_a_ground_is_what_judging_every_completion_finds(judge, catalog):
    """For one torch and Python: the verdict is the best over all SDKs and operating systems, one accelerator at a time."""
    order = list(Verdict)
    found = {one.shared: one for one in solve(["nvidia-v100", "aws-trn2"], ["torch", "python"], judge).found}
    for torch, python in (("2.14.0", "3.12"), ("2.9.0", "3.11"), ("2.5.1", "3.10"), ("2.13.0", "3.10")):
        worst = len(order)
        for accelerator, stack in (("nvidia-v100", "cuda"), ("aws-trn2", "neuron")):
            sdks = [record.name for record in catalog.of_kind("sdk") if record.values.get("stack") == stack]
            systems = [record.name for record in catalog.of_kind("os")]
            best = max(
                order.index(
                    judge.verdict(Environment("x", accelerator, sdk, None, python, Torch(torch), image=Image(os)))
                )
                for sdk, os in product(sdks, systems)
            )
            worst = min(worst, best)
        shared = (("torch", torch), ("python", python))
        assert (order.index(found[shared].verdict) if shared in found else 0) == worst, shared


def test_no_single_build_serves_a_v100_and_a_b200_from_2_15_on(judge):
    solution = solve(["nvidia-v100", "nvidia-b200"], ["torch"], judge)
    assert dict(solution.found[0].shared) == {"torch": "2.14.1"}
    assert {one.sdk for one in solution.found[0].environments} == {"cuda-12.6", "cuda-13.2"}
    assert any(one.shared == (("torch", "2.15.0"),) and one.accelerator == "nvidia-v100" for one in solution.losers)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--accelerator", "h100", "--accelerator", "trn2"], 0, "best: torch 2.14.0, python 3.14 (supported)"),
        (
            ["--accelerator", "aws-trn1", "--accelerator", "google-tpu-v6e", "--share", "torch,python,image"],
            12,
            "best:",
        ),
        (["--accelerator", "h100", "--share", "color"], 2, "color cannot be shared"),
        (["--accelerator", "h1000"], 2, "no accelerator is called 'h1000'"),
    ],
)
def test_the_verb(planner, arguments, code, says):
    found, out, err = planner("matrix", "solve", *arguments)
    assert says in out + err
    assert found == code
