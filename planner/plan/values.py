"""What the wording of a plan is filled with: the manifest's figures in words, and what it leaves unset."""

from collections.abc import Mapping
from dataclasses import dataclass

from planner.manifest.models import Gates, Manifest
from planner.plan.effort import Effort
from planner.vocabulary.environment import Environment

_NOT_SET = "not set in the manifest: nothing decides here"


@dataclass(frozen=True, slots=True)
class Wording:
    """Values by name, and for each gate that cannot decide, why."""

    values: Mapping[str, str]
    unset: Mapping[str, str]


def wording(manifest: Manifest, source: Environment, target: Environment, effort: Effort, reverse: bool) -> Wording:
    """The values that do not change from stage to stage."""
    operations, rollback = manifest.operations, manifest.rollback
    gates = _gates(manifest.acceptance)
    values = {
        "source": source.name,
        "target": target.name,
        "instance": target.run.instance or f"instance with {target.accelerator}",
        "owners": ", ".join(sorted(set(operations.owners.values()))) or "the owners (none are named in the manifest)",
        "rollback_owner": operations.owners.get("rollback", "the owner of the rollback (none is named in the manifest)"),
        "capacity": _capacity(manifest),
        "data": _data(manifest),
        "dependencies": ", ".join(manifest.workload.dependencies) or "none are declared",
        "state": " and training state (optimizer, scheduler, random numbers, loader position)" if manifest.workload.phase == "training" else "",
        "gate_keeper": "the scheduler" if manifest.workload.phase == "training" else "the load balancer",
        "effort": effort.words,
        "sign_off": ", ".join(rollback.sign_off) or "whoever answers for production (nobody is named in the manifest)",
        **{
            key: str(value) if value is not None else "an unset number of"
            for key, value in (
                ("rto_minutes", rollback.rto_minutes),
                ("rpo_steps", rollback.rpo_steps),
                ("keep_source_days", rollback.keep_source_days),
                ("rehearse_every_days", rollback.rehearse_every_days),
            )
        },
        **{name: text or _NOT_SET for name, text in gates.items()},
    }  # fmt: skip
    if reverse:
        gates["cost_per_valid_task"] = ""
        values["cost_per_valid_task"] = "the way home is not taken for what it saves"
    unset = {name: f"acceptance.{name} is not set" for name, text in gates.items() if not text}
    if None in (rollback.rto_minutes, rollback.keep_source_days):
        unset["rollback"] = "rollback.rto_minutes or rollback.keep_source_days is not set"
    if not operations.capacity:
        unset["capacity"] = "operations.capacity is not set"
    if not manifest.workload.dependencies:
        unset["dependencies"] = "workload.dependencies is not set"
    if "rollback" not in operations.owners:
        unset["owners"] = "operations.owners.rollback is not set"
    return Wording(values, unset)


def _gates(gates: Gates) -> dict[str, str]:
    """Each gate in words; empty where the manifest does not set it."""
    quality, latency = gates.quality, gates.latency
    throughput, compile_seconds, headroom = gates.throughput, gates.compile_seconds, gates.memory_headroom
    fallback, failures, cost = gates.cpu_fallback, gates.distributed_failures, gates.cost_per_valid_task
    interval = "the whole interval lies inside the margin"
    return {
        "quality": f"{quality.metric} ({quality.better} is better) is worse by no more than {quality.margin}; {interval}" if quality else "",
        "throughput": f"throughput is lower by no more than {throughput.margin}; {interval}" if throughput else "",
        "latency": f"latency at quantile {latency.quantile} is higher by no more than {latency.margin}; {interval}" if latency else "",
        "compile_seconds": f"cold compilation takes at most {compile_seconds.max:g} s" if compile_seconds else "",
        "memory_headroom": f"at least {headroom.min} of the device memory stays free at the peak" if headroom else "",
        "cpu_fallback": f"at most {fallback.max_time_share} of the time is spent in operators that fell back to the CPU" if fallback else "",
        "distributed_failures": f"at most {failures.max_per_1000_steps:g} distributed failures in 1,000 steps" if failures else "",
        "cost_per_valid_task": f"a valid task costs at most {cost.max_ratio:g} of what it costs on the source" if cost else "",
    }  # fmt: skip


def _capacity(manifest: Manifest) -> str:
    rows = [
        f"{item.environment} in {item.region}, {item.kind}"
        + (f", quota {item.quota}" if item.quota is not None else "")
        + (f", lead time {item.lead_days} days" if item.lead_days is not None else "")
        + (f", until {item.until}" if item.until else "")
        for item in manifest.operations.capacity
    ]
    return "; ".join(rows) or "the manifest declares none"


def _data(manifest: Manifest) -> str:
    workload = manifest.workload
    parts = []
    if workload.dataset:
        size = f" ({workload.dataset.size_gb:,.10g} GB)" if workload.dataset.size_gb is not None else ""
        parts.append(f"dataset {workload.dataset.name}{size}")
    if workload.model:
        parts.append(f"model {workload.model.name}")
    if rules := manifest.operations.data:
        parts.append(f"residency {', '.join(rules.residency) or 'not declared'}")
    return "; ".join(parts) or "the manifest declares neither dataset nor model"
