"""The manifest, strictly: the models in code are the truth, and `schemas/manifest.schema.json` is made from them."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from planner.manifest.scalars import (
    Command,
    Currency,
    Digest,
    Door,
    Dotted,
    Integer,
    Name,
    Number,
    Percent,
    Python,
    Reference,
    RelativePath,
    Release,
    Requirement,
    Scalar,
    Slug,
    Text,
    Variable,
)


class Strict(BaseModel):
    """No unknown keys, no changes after loading."""

    # built once, with the manifest around them, and not when the module is imported
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Model(Strict):
    """The model the workload trains or serves."""

    name: Text
    weights: RelativePath | None = None
    format: Literal["safetensors", "pickle", "dcp", "other"] | None = None
    digest: Digest | None = None


class State(Strict):
    """What a training run must resume from: optimizer, scheduler, random numbers, loader position."""

    format: Literal["dcp", "pickle", "other"]


class Dataset(Strict):
    """The data, by digest: the same on both sides."""

    name: Text
    path: RelativePath | None = None
    digest: Digest | None = None
    size_gb: Number | None = Field(default=None, ge=0)
    region: Name | None = None


class Workload(Strict):
    """What runs, and how one knows that it ran well."""

    phase: Literal["training", "inference"]
    command: Command | None = None
    tests: Command | None = Field(
        default=None, description="must pass on every environment, and again after going back"
    )
    valid_task: Text | None = Field(default=None, description="what makes a task count; costs are per valid task")
    precision: Literal["float32", "tf32", "bfloat16", "float16", "float8", "mixed"] | None = None
    shapes: Literal["static", "bounded", "dynamic"] | None = None
    seed: Integer | None = None
    model: Model | None = None
    state: State | None = None
    dataset: Dataset | None = None
    dependencies: list[Text] = []


class HostModel(Strict):
    """The machine under the container."""

    os: Name | None = None
    kernel: Dotted | None = None
    driver: Dotted | None = None


class ImageModel(Strict):
    """The container image."""

    os: Name | None = None
    base: Reference | None = None
    digest: Digest | None = None


class TorchModel(Strict):
    """Release and build apart, where the release alone does not say it."""

    release: Release
    build: Name | None = None


class RunModel(Strict):
    """How the workload runs: `ranks` counts all processes, `batch` is per rank."""

    instance: Name | None = None
    count: Integer | None = Field(default=None, ge=1)
    ranks: Integer | None = Field(default=None, ge=1)
    batch: Integer | None = Field(default=None, ge=1)
    parallelism: list[Slug] = []
    execution: Literal["eager", "compiled"] | None = None
    options: dict[Slug, Scalar] = {}
    env: dict[Variable, Scalar] = {}


class EnvironmentModel(Strict):
    """One place to run; what is left out here comes from `extends`, and is a blind spot where nobody says it."""

    extends: Slug | None = None
    accelerator: Name | None = None
    sdk: Name | None = None
    arch: Literal["x86_64", "aarch64", "arm64"] | None = None
    python: Python | None = None
    torch: Release | TorchModel | None = None
    packages: list[Requirement] | None = None
    host: HostModel | None = None
    image: ImageModel | None = None
    run: RunModel | None = None


class Migration(Strict):
    """From where to where, and what for."""

    model_config = ConfigDict(populate_by_name=True)

    source: Slug = Field(alias="from")
    target: Slug = Field(alias="to")
    mode: Literal["move", "standby", "dual"] = "move"


class Acceptance(Strict):
    """An unknown or disputed judgement that somebody takes on, and until when."""

    judgement: Slug
    environment: Slug
    reason: Text
    until: date


class Kernel(Strict):
    """A device-specific computation behind one door, with a plain-torch equivalent."""

    name: Slug
    interface: Door
    fallback: Door
    implementations: dict[Slug, Door]
    samples: Door | None = None
    max_shape: list[Integer] | None = None
    reason: Text | None = None
    gain: RelativePath | None = None


class Quality(Strict):
    """The one figure that decides whether the result is the same."""

    metric: Text
    better: Literal["lower", "higher"]
    margin: Percent


class Margin(Strict):
    """How much worse the new side may be."""

    margin: Percent


class Latency(Strict):
    """A quantile and its margin."""

    quantile: Number = Field(gt=0, lt=1)
    margin: Percent


class Seconds(Strict):
    """An upper bound in seconds."""

    max: Number = Field(gt=0)


class MinShare(Strict):
    """A lower bound as a share."""

    min: Percent


class FallbackShare(Strict):
    """How much of the time may be spent in operators that fell back to the CPU."""

    max_time_share: Percent


class Failures(Strict):
    """How often the distributed run may fail."""

    max_per_1000_steps: Number = Field(ge=0)


class Ratio(Strict):
    """New over old, at most."""

    max_ratio: Number = Field(gt=0)


class Gates(Strict):
    """What the new side must reach; what is left out is not gated, and the plan says so."""

    quality: Quality | None = None
    throughput: Margin | None = None
    latency: Latency | None = None
    compile_seconds: Seconds | None = None
    memory_headroom: MinShare | None = None
    cpu_fallback: FallbackShare | None = None
    distributed_failures: Failures | None = None
    cost_per_valid_task: Ratio | None = None


class Capacity(Strict):
    """What can be had of an environment, where and until when."""

    environment: Slug
    region: Name
    kind: Literal["reserved", "on-demand", "spot", "owned"]
    until: date | None = None
    quota: Integer | None = Field(default=None, ge=0)
    lead_days: Integer | None = Field(default=None, ge=0)


class Contract(Strict):
    """A contract whose end can close a door."""

    with_: Text = Field(alias="with")
    ends: date
    notice_days: Integer | None = Field(default=None, ge=0)


class Transfer(Strict):
    """Data that crosses regions."""

    model_config = ConfigDict(populate_by_name=True)

    source: Name = Field(alias="from")
    target: Name = Field(alias="to")
    gb_per_task: Number = Field(ge=0)


class DataRules(Strict):
    """Where data may be, and where it goes."""

    residency: list[Slug] = []
    transfer: Transfer | None = None


class Support(Strict):
    """In which languages and hours help is needed."""

    languages: list[Name] = []
    hours: Text | None = None


class Operations(Strict):
    """Who answers, what capacity there is, which contracts run out."""

    owners: dict[Slug, Text] = {}
    capacity: list[Capacity] = []
    contracts: list[Contract] = []
    data: DataRules | None = None
    support: Support | None = None
    skills: dict[Slug, Text] = {}


class Price(Strict):
    """An hourly price and how it is known."""

    amount: Number = Field(gt=0)
    source: Literal["quote", "list", "invoice", "vendor-claim", "estimate"]
    date: date


class Engineering(Strict):
    """People's time, spread over months."""

    hours: Number = Field(ge=0)
    hourly: Number = Field(ge=0)
    spread_months: Integer = Field(ge=1)


class Cost(Strict):
    """Prices by environment."""

    currency: Currency
    hourly: dict[Slug, Price] = {}
    engineering: Engineering | None = None


class Rollback(Strict):
    """What going back may take: minutes without service, steps of lost work."""

    rto_minutes: Integer | None = Field(default=None, ge=0)
    rpo_steps: Integer | None = Field(default=None, ge=0)
    keep_source_days: Integer | None = Field(default=None, ge=0)
    rehearse_every_days: Integer | None = Field(default=None, ge=1)
    sign_off: list[Text] = []


class Files(Strict):
    """Rendered files that belong to the user from the first rendering on."""

    unmanaged: list[RelativePath] = []


class Manifest(Strict):
    """`planner.yaml`, version 1."""

    version: Literal[1]
    name: Slug
    workload: Workload
    environments: dict[Slug, EnvironmentModel] = Field(min_length=1)
    migration: Migration | None = None
    accept: list[Acceptance] = []
    kernels: list[Kernel] = []
    acceptance: Gates = Gates()
    operations: Operations = Operations()
    cost: Cost | None = None
    rollback: Rollback = Rollback()
    files: Files = Files()
