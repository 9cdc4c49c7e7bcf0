"""Settings of a configuration or a command line that a library takes as arguments of a call: `attn_implementation: sdpa`."""

from collections.abc import Mapping, Set

from planner.vocabulary.facts import Symbol

_ACCELERATE, _TRAINER = "accelerate.Accelerator", "lightning.pytorch.Trainer"
_MODEL, _TRAINING = "transformers.from_pretrained", "transformers.TrainingArguments"
# the call that takes a setting, where its name and value are those of no other library
_CALLS = {
    "accelerator": _TRAINER, "precision": _TRAINER,
    "mixed_precision": _ACCELERATE,
    "attn_implementation": _MODEL, "_attn_implementation": _MODEL, "device_map": _MODEL,
    "optim": _TRAINING, "tf32": _TRAINING, "ddp_backend": _TRAINING,
    "dynamo_backend": "torch.compile",
}  # fmt: skip
# the arguments of settings that have another name
_ARGUMENTS = {"_attn_implementation": "attn_implementation", "dynamo_backend": "backend"}
# plain words, of the call only where a file configures its library
_PLAIN = {"benchmark": "lightning", "deterministic": "lightning"}
_DISTRIBUTED = "accelerate:distributed_type={}"


def setting_key(name: str, value: str, symbols: Mapping[str, Symbol], libraries: Set[str] = frozenset()) -> str | None:
    """The key of the symbol that a setting with a value means, in a file that configures some libraries, or nothing."""
    if name == "distributed_type":
        return _DISTRIBUTED.format(value)
    if _PLAIN.get(name) in libraries and value.lower() == "true":
        return f"{_TRAINER}({name}=)"
    if name.endswith("backend") and f"backend:{value}" in symbols:
        return f"backend:{value}"
    call = _CALLS.get(name)
    if call is None:
        return None
    name = _ARGUMENTS.get(name, name)
    value = "int" if value.isdecimal() else "True" if value.lower() == "true" else value
    # accelerate writes names of backends in capitals
    keys = [f"{call}({name}={one})" for one in (value, value.partition(":")[0], value.lower())]
    return next((key for key in keys if key in symbols), None)
