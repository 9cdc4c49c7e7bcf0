"""The plan of the example: each stage changes one layer, each step can be undone or says why not."""

import json
import shutil
from datetime import date

import pytest

from planner.catalog.load import load_catalog
from planner.manifest.load import load_manifest
from planner.plan.build import build_plan
from planner.readers.tree import read_tree
from planner.scan.scan import scan
from planner.vocabulary.layer import Layer
from tests.conftest import AS_OF, CHARLM


def make(change=(), reverse=False, as_of=AS_OF):
    text = (CHARLM / "planner.yaml").read_text()
    for old, new in change:
        assert old in text
        text = text.replace(old, new)
    catalog = load_catalog()
    declared = load_manifest(text.encode(), "planner.yaml", catalog)
    return build_plan(declared, scan(read_tree(CHARLM), catalog), catalog, as_of, reverse, {})


@pytest.fixture(scope="module")
def plan():
    return make()


def test_stages_stand_in_the_order_of_a_careful_migration(plan):
    assert [stage.id for stage in plan.stages] == [
        "spike", "baseline", "readiness",
        "common-ground-image-ubuntu-26.04", "common-ground-python-3.14", "common-ground-sdk-cuda-12.6", "common-ground-torch-2.14.0",
        "portable-code", "isolated-kernels", "switch", "compile", "distribution",
        "parallel-run", "cutover", "retention", "retire",
    ]  # fmt: skip


def test_each_stage_changes_one_layer_at_most(plan):
    assert all(len(stage.layers) <= 1 for stage in plan.stages)
    assert [stage.layers for stage in plan.stages if stage.id == "switch"] == [(Layer.ACCELERATOR,)]


def test_every_step_can_be_undone_or_says_why_not_and_how_to_restore(plan):
    steps = [step for stage in plan.stages for step in stage.steps]
    assert len(steps) > 30
    for step in steps:
        assert step.apply.text, step.id
        assert step.verify.text, step.id
        if step.irreversible:
            assert step.restore, step.id
        else:
            assert step.revert, step.id
            assert step.verify_reverted, step.id
    assert [step.id for step in steps if step.irreversible] == ["release"]


def test_no_placeholder_is_left_in_any_text(plan):
    for stage in plan.stages:
        for text in (
            stage.title,
            stage.cost,
            *stage.why,
            *stage.triggers,
            *(condition.says for condition in stage.gate),
        ):
            assert "{" not in text, text


def test_what_decides_comes_before_speed(plan):
    for stage in plan.stages:
        names = [condition.name for condition in stage.gate]
        if "throughput" in names and "quality" in names:
            assert names.index("quality") < names.index("throughput")


def test_a_gate_that_the_manifest_does_not_set_is_open_and_says_so():
    plan = make([("  quality: {metric: val_loss, better: lower, margin: 0.5%}\n", "")])
    conditions = [condition for stage in plan.stages for condition in stage.gate if condition.name == "quality"]
    assert conditions
    assert all(
        condition.open == "acceptance.quality is not set"
        for condition in conditions
        if "fallbacks" not in condition.says
    )


def test_the_way_home_is_planned_and_ends_where_it_began(plan):
    home = make(reverse=True)
    assert plan.reversible
    assert home.reversible
    assert (home.source.name, home.target.name) == ("trn2", "h100")
    assert home.route.moves == plan.home.moves
    assert [stage.id for stage in home.stages if stage.id == "switch"]


def test_nothing_measured_is_never_more_than_a_spike(plan):
    assert plan.decision.verdict == "go for the spike"
    assert {stage.evidence for stage in plan.stages if stage.id in ("cutover", "parallel-run")} == {
        "measured at production scale"
    }


@pytest.mark.parametrize(
    ("change", "verdict", "says"),
    [
        (
            [("torch: 2.14.0\n    # wheels", "torch: 2.15.0\n    # wheels")],
            "no-go",
            "torch 2.15.0 is published for neuron-2.33.0",
        ),
        ([("image: {os: ubuntu-26.04}", "image: {os: ubuntu-24.04}")], "undecided", "[neuron-wheels]"),
        ([("    sdk: neuron-2.33.0\n", "")], "undecided", "trn2 does not declare sdk"),
        ([("sdk: neuron-2.33.0", "sdk: neuron-9.99.0")], "undecided", "sdk neuron-9.99.0 is not in the catalog"),
    ],
)
def test_the_decision_follows_from_the_facts(change, verdict, says):
    plan = make(change)
    assert plan.decision.verdict == verdict
    assert any(says in reason for reason in plan.decision.because), plan.decision.because


def test_an_accepted_dispute_does_not_hold_the_plan_up_until_its_date():
    change = [
        ("image: {os: ubuntu-26.04}", "image: {os: ubuntu-24.04}"),
        (
            "\nkernels:",
            "\naccept:\n  - {judgement: neuron-wheels, environment: trn2, reason: built by us, until: 2027-02-01}\n\nkernels:",
        ),
    ]
    assert make(change).decision.verdict == "go for the spike"
    assert make(change).accepted == ("trn2: neuron-wheels, until 2027-02-01: built by us",)
    assert make(change, as_of=date(2027, 2, 2)).decision.verdict == "undecided"


def test_the_last_safe_return_is_the_earliest_end(plan):
    assert plan.decision.last_safe_return.startswith("2028-05-01")  # the notice, two months before both ends
    assert (
        "unknown"
        in make(
            [("until: 2028-06-30, ", ""), ("  contracts: [{with: cloud, ends: 2028-06-30, notice_days: 60}]\n", "")]
        ).decision.last_safe_return
    )


def test_a_vendors_claim_enters_no_cost():
    plan = make([("amount: 44.63, source: estimate", "amount: 44.63, source: vendor-claim")])
    assert any("vendor's claim" in line and "unknown" in line for line in plan.decision.cost)
    assert not any("44.63" in line for line in plan.decision.cost)


def test_what_a_rollback_needs_is_demanded():
    plan = make([("rto_minutes: 30, ", "")])
    assert [(item.rule, "rollback.rto_minutes" in item.message) for item in plan.findings] == [("RBK703", True)]


def test_capacity_that_is_gone_is_a_finding(plan):
    assert not plan.findings
    assert "RBK704" in {item.rule for item in make(as_of=date(2028, 7, 1)).findings}


def test_inference_gets_a_canary_and_latency():
    plan = make([("phase: training", "phase: inference")])
    ids = [stage.id for stage in plan.stages]
    assert "canary" in ids
    assert "parallel-run" not in ids


@pytest.mark.parametrize(("mode", "has", "lacks"), [("standby", "standby", "retire"), ("dual", "dual", "retire")])
def test_a_second_platform_is_exercised_and_nothing_is_retired(mode, has, lacks):
    ids = [stage.id for stage in make([("mode: move", f"mode: {mode}")]).stages]
    assert has in ids
    assert lacks not in ids


def test_the_same_bytes_twice_and_in_two_folders(tmp_path, planner):
    for name in ("one", "two"):
        shutil.copytree(CHARLM, tmp_path / name / "charlm")
        assert (
            planner("plan", tmp_path / name / "charlm", "-o", tmp_path / f"out-{name}", "--as-of", "2026-12-01")[0] == 0
        )
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "out-one", tmp_path / "out-two")
    )
    assert one == two
    assert (
        planner(
            "plan", tmp_path / "one" / "charlm", "-o", tmp_path / "one" / "charlm" / "inside", "--as-of", "2026-12-01"
        )[0]
        == 0
    )
    again = tmp_path / "one" / "charlm" / "inside"
    assert {path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()} == one


def test_plan_json_can_be_read_by_programs(tmp_path, planner):
    planner("plan", CHARLM, "-o", tmp_path / "out", "--as-of", "2026-12-01")
    data = json.loads((tmp_path / "out" / "plan.json").read_text())
    assert data["format_version"] == "1.0"
    assert data["as_of"] == "2026-12-01"
    assert data["reversible"] is True
    assert set(data["digests"]) == {"manifest", "catalog", "project"}
    assert str(tmp_path) not in json.dumps(data)
    assert len(data["stages"]) == 16


def test_a_stage_runs_in_an_image_of_its_own_and_the_manifests_ends_stay(tmp_path, planner):
    planner("plan", CHARLM, "-o", tmp_path / "out", "--as-of", "2026-12-01")
    switch = tmp_path / "out" / "config" / "switch" / "launch.sh"
    assert "--nproc-per-node 8 " in switch.read_text()  # the ranks change two stages later
    assert "--nproc-per-node 64 " in (tmp_path / "out" / "config" / "distribution" / "launch.sh").read_text()
    stepping = tmp_path / "out" / "images" / "common-ground-sdk-cuda-12.6" / "requirements.txt"
    assert "torch==2.11.0+cu126" in stepping.read_text()
    commands = {
        step.apply.command[1] for stage in make().stages for step in stage.steps if "bash" in step.apply.command
    }
    assert commands
    for command in commands:
        assert (tmp_path / "out" / command).is_file(), command


def test_the_way_back_is_told_by_how_far_one_is(tmp_path, planner):
    planner("plan", CHARLM, "-o", tmp_path / "out", "--as-of", "2026-12-01")
    text = (tmp_path / "out" / "ROLLBACK.md").read_text()
    before, after = text.split("## From the switch on")
    assert "commit that the baseline wrote down" in before
    assert "Drain" not in before
    assert "Production moves: Go through the six steps" in after
    assert "Regression tests:" not in after  # a test has nothing to undo


def test_a_date_that_is_past_is_never_a_go():
    assert make(as_of=date(2028, 5, 1)).decision.verdict == "go for the spike"
    past = make(as_of=date(2028, 5, 2)).decision
    assert past.verdict == "no-go"
    assert any("the last safe date to return is past: 2028-05-01" in reason for reason in past.because)


def test_going_home_is_not_weighed_by_what_it_saves(plan):
    home = make(reverse=True)
    assert any("of today's" in line for line in plan.decision.kill_criteria)
    assert not any("of today's" in line for line in home.decision.kill_criteria)
    assert not any("engineering" in line for line in home.decision.cost)


def test_an_acceptance_about_nothing_in_doubt_is_not_taken_on():
    accept = "\naccept:\n  - {judgement: sdk-torch, environment: trn2, reason: r, until: 2027-02-01}\n\nkernels:"
    plan = make([("\nkernels:", accept)])
    assert plan.accepted == ()
    assert [item.rule for item in plan.findings] == ["MAN806"]


def test_what_stays_in_a_declared_kernel_is_no_work_of_the_code_stage(plan):
    stage = next(stage for stage in plan.stages if stage.id == "portable-code")
    assert not any("triton_cuda.py" in reason for reason in stage.why)
    assert any("manual_seed_all" in reason for reason in stage.why)  # ignored on the target is not fine
    kernels = next(stage for stage in plan.stages if stage.id == "isolated-kernels")
    assert not any("triton_cuda.py" in step.apply.text for step in kernels.steps)


def test_only_a_move_ends_with_the_release_of_the_source(plan):
    assert any("retire" in point for point in plan.points_of_no_return)
    assert not any("retire" in point for point in make([("mode: move", "mode: dual")]).points_of_no_return)


def test_a_package_nobody_knows_is_a_blind_spot():
    plan = make([("    accelerator: aws-trn2\n", "    accelerator: aws-trn2\n    packages: [scipy==1.7.1]\n")])
    assert any("knows nothing of scipy" in spot for spot in plan.blind_spots)
