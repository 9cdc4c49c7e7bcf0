"""Judgements on the real catalog: what a good engineer would say, and where sources disagree."""

from dataclasses import replace

import pytest

from planner.vocabulary.environment import Environment, Host, Image, Run, Torch
from planner.vocabulary.verdict import Verdict

TRN2 = Environment("trn2", "aws-trn2", "neuron-2.33.0", "x86_64", "3.12", Torch("2.14.0"), image=Image("ubuntu-26.04"))
H100 = Environment(
    "h100",
    "nvidia-h100",
    "cuda-12.6",
    "x86_64",
    "3.12",
    Torch("2.14.0"),
    Host(driver="560.35.03"),
    Image("ubuntu-24.04"),
)


def one(judged, id):
    return next(item for item in judged.judgements if item.id == id)


def test_what_fits_is_supported(judge):
    assert judge.judge(H100).verdict is Verdict.SUPPORTED
    assert judge.judge(TRN2).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("os", ["ubuntu-22.04", "ubuntu-24.04"])
def test_whether_neuron_wheels_exist_for_an_older_ubuntu_is_disputed_with_both_sources(judge, catalog, os):
    item = one(judge.judge(replace(TRN2, image=Image(os))), "neuron-wheels")
    assert item.verdict is Verdict.DISPUTED
    publishers = {source.locator for source in catalog.cite(item.sources)}
    assert any("github.com" in locator for locator in publishers)
    assert any("readthedocs" in locator for locator in publishers)


def test_where_the_readings_agree_nothing_is_disputed(judge):
    assert one(judge.judge(TRN2), "neuron-wheels").verdict is Verdict.SUPPORTED


def test_python_is_disputed_only_below_the_narrower_range(judge):
    for python, verdict in (("3.12", Verdict.SUPPORTED), ("3.13", Verdict.SUPPORTED), ("3.11", Verdict.DISPUTED)):
        assert one(judge.judge(replace(TRN2, python=python)), "sdk-python").verdict is verdict


def test_the_version_tells_the_two_products_called_torch_neuronx_apart(judge):
    xla = Environment(
        "inf2", "aws-inf2", "neuron-2.29.0", "x86_64", "3.11", Torch("2.9.0"), image=Image("ubuntu-22.04")
    )
    assert one(judge.judge(xla), "accelerator-sdk").verdict is Verdict.SUPPORTED
    assert one(judge.judge(replace(xla, sdk="neuron-2.33.0")), "accelerator-sdk").verdict is Verdict.UNSUPPORTED
    assert (
        one(judge.judge(replace(xla, sdk="neuron-2.33.0", torch=Torch("2.14.0"))), "accelerator-sdk").verdict
        is Verdict.UNSUPPORTED
    )


def test_a_tuple_may_fail_where_every_pair_passes(judge):
    # a V100 goes with CUDA 12.8, with torch 2.11 and with driver 570, and torch 2.11 goes with CUDA 12.8; all of them do not
    v100 = replace(H100, accelerator="nvidia-v100", torch=Torch("2.11.0"), host=Host(driver="570.124.06"))
    assert judge.judge(v100).verdict is Verdict.SUPPORTED
    newer = replace(v100, sdk="cuda-12.8")
    assert [item.id for item in judge.judge(newer).judgements if item.verdict is Verdict.UNSUPPORTED] == [
        "build-capability"
    ]


@pytest.mark.parametrize(
    ("change", "id", "says"),
    [
        ({"torch": Torch("2.1.0"), "sdk": "cuda-12.1"}, "torch-python", "torch 2.2.0"),
        (
            {"torch": Torch("2.7.0"), "sdk": "cuda-11.8", "image": Image("ubuntu-18.04"), "python": "3.11"},
            "torch-glibc",
            "torch 2.6.0",
        ),
        ({"accelerator": "nvidia-rtx-5090", "torch": Torch("2.5.1"), "sdk": "cuda-12.1"}, "build-capability", ""),
        ({"torch": Torch("2.5.1"), "sdk": "cuda-12.6"}, "sdk-torch", "cuda-12.4"),
        ({"sdk": "cuda-13.0"}, "host-driver", ""),
        ({"packages": ("torchvision==0.21.0",)}, "package-torch.torchvision", ""),
        ({"accelerator": "aws-trn2", "sdk": "neuron-2.33.0", "packages": ("xformers",)}, "package-stack.xformers", ""),
        ({"run": Run("trn2.48xlarge")}, "instance-accelerator", ""),
        ({"run": Run("p5.48xlarge", 1, 16)}, "ranks-devices", ""),
        ({"sdk": "neuron-2.33.0"}, "accelerator-sdk", ""),
    ],
)
def test_what_does_not_fit_is_unsupported_with_a_way_out(judge, change, id, says):
    item = one(judge.judge(replace(H100, **change)), id)
    assert (
        item.verdict in (Verdict.UNSUPPORTED, Verdict.UNKNOWN)
        if id.startswith("package-stack")
        else item.verdict is Verdict.UNSUPPORTED
    )
    assert says in ", ".join(item.ways_out)
    assert item.facts
    assert item.sources


def test_a_4090_runs_code_for_8_6(judge):
    ada = replace(H100, accelerator="nvidia-rtx-4090", torch=Torch("2.5.1"), sdk="cuda-12.1")
    assert one(judge.judge(ada), "build-capability").verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("change", "id", "says"),
    [
        ({"torch": Torch("2.99.0")}, "torch-known", "2.15.0"),
        ({"python": "3.99"}, "python-known", "3."),
        ({"sdk": "cuda-99.0"}, "sdk-known", "cuda-13.2"),
        ({"image": Image("plan9-4")}, "image-known", "planner.facts.yaml"),
        ({"image": Image("debian-13")}, "torch-glibc", "does not know the glibc of debian-13"),
    ],
)
def test_what_nobody_recorded_is_unknown_and_never_ok(judge, change, id, says):
    judged = judge.judge(replace(H100, **change))
    assert one(judged, id).verdict is Verdict.UNKNOWN
    assert says in one(judged, id).reason
    assert judged.verdict is not Verdict.SUPPORTED


def test_what_is_not_declared_is_a_blind_spot_and_is_not_judged(judge):
    judged = judge.judge(replace(H100, python=None, host=Host()))
    assert {spot.judgement: spot.missing for spot in judged.blind_spots} | {
        "torch-python": ("python",),
        "host-driver": ("host.driver",),
    } == {spot.judgement: spot.missing for spot in judged.blind_spots}
    assert "torch-python" not in {item.id for item in judged.judgements}


def test_what_is_assumed_is_said(judge):
    assert "x86_64 assumed" in judge.judge(replace(H100, arch=None)).assumed[0]
    grace = judge.judge(
        Environment("g", "nvidia-gh200", "cuda-12.8", None, "3.12", Torch("2.8.0"), image=Image("ubuntu-22.04"))
    )
    assert not grace.assumed  # the device itself says aarch64


def test_an_end_of_life_depends_on_the_date(catalog):
    from datetime import date

    from planner.matrix.judge import Judge

    old = replace(H100, python="3.10")
    assert not one(Judge(catalog, date(2026, 1, 1)).judge(old), "python-lifetime").caveat
    assert "ended" in one(Judge(catalog, date(2026, 12, 1)).judge(old), "python-lifetime").caveat


def test_a_disputed_end_of_life_is_disputed_only_between_the_dates(catalog):
    from datetime import date

    from planner.matrix.judge import Judge

    jammy = replace(H100, image=Image("ubuntu-22.04"))
    verdicts = [
        one(Judge(catalog, when).judge(jammy), "image-lifetime").verdict
        for when in (date(2027, 3, 1), date(2027, 5, 1), date(2027, 7, 1))
    ]
    assert verdicts == [Verdict.SUPPORTED, Verdict.DISPUTED, Verdict.SUPPORTED]


@pytest.mark.parametrize(
    "change",
    [
        {"packages": ("flash-attn==2.7.4+cu12torch2.10cxx11abiTRUE",)},
        {"packages": ("torch-scatter==2.1.2+pt25cu121",)},
        {"torch": Torch("9.9.0")},
        {"image": Image("ubuntu-24.04", "nvidia/cuda:12.8.1-cudnn-runtime-ubuntu22.04")},
        {},
    ],
)
def test_a_search_sees_what_judge_says(judge, change):
    environment = replace(H100, **change)
    said = judge.judge(environment).verdict
    assert judge.verdict(environment) is said
    assert (judge.weigh(environment) is None) == (said is Verdict.UNSUPPORTED)
    assert bool(judge.refusals(environment)) == (said is Verdict.UNSUPPORTED)


@pytest.mark.parametrize(
    ("listed", "verdict"),
    [
        ("8.0 9.0a", Verdict.SUPPORTED),
        ("8.0;9.0", Verdict.SUPPORTED),
        ("8.0+PTX", Verdict.SUPPORTED),
        ("8.0", Verdict.UNSUPPORTED),
        ("10.0a", Verdict.UNSUPPORTED),
        ("8.0;sm_90", Verdict.UNKNOWN),
    ],
)
def test_lists_of_architectures(judge, listed, verdict):
    environment = replace(H100, run=replace(H100.run, env=(("TORCH_CUDA_ARCH_LIST", listed),)))
    said = {item.id: item.verdict for item in judge.judge(environment).judgements}
    assert said["extension-capability"] is verdict
