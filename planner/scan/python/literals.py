"""What a string means where it stands: a device, a backend, a command, a variable, a type of tensors."""

from __future__ import annotations

import re

from planner.scan.python.fallback import is_kept, loses
from planner.scan.python.known import Known
from planner.scan.python.names import string_value
from planner.scan.python.record import Record
from planner.scan.python.strings import (
    asks_torch,
    in_comparison,
    in_environment,
    in_table,
    is_device,
    is_key,
    names_a_backend,
    picks_a_way,
    runs_command,
    takes_a_type,
)
from planner.scan.python.syntax import Site

_DEVICE = re.compile(r"(cuda|hip|xpu|hpu|npu|mps|neuron|xla|tpu)(:.*)?", re.DOTALL)
_BACKENDS = re.compile(r"(?:^|:)(nccl|hccl|xccl)(?:$|,)", re.IGNORECASE)
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
_TYPED = re.compile(r"torch\.cuda\.\w+Tensor")


def read_string(site: Site, record: Record, known: Known, *, builds: bool) -> None:
    """Note what a string means; `builds`: its file runs while a package is built."""
    value = string_value(site.node)
    if value is None:
        return
    if value.startswith("bnb.") and not in_comparison(site.node):
        record.add(site, "bitsandbytes.*", value)
    elif match := _BACKENDS.search(value):
        backend = match[1].lower()
        if in_comparison(site.node):
            record.add(site, f"backend=={backend}", f'== "{backend}"', test=not loses(site.node))
        elif not is_key(site.node):
            record.add(site, f"backend:{backend}", backend, quiet=in_table(site.node))
    elif f"backend:{value}" in known.symbols and names_a_backend(site.node, site.context):
        record.add(site, f"backend:{value}", value)
    elif builds and value.endswith((".cu", ".cuh", ".hip")):
        record.add(site, "file:*.hip" if value.endswith(".hip") else "file:*.cu", value, quiet=True)
    elif builds and value.startswith(("-DCUDA", "-D__CUDA", "-gencode")):
        record.add(site, "torch.utils.cpp_extension.load(extra_cuda_cflags=)", value, quiet=True)
    elif (command := runs_command(site.node, value, site.context)) and f"cmd:{command}" in known.symbols:
        record.add(site, f"cmd:{command}", command)
    elif _VARIABLE.fullmatch(value.upper()):
        # some programs keep them in small letters
        if (key := known.variables.key(value.upper())) and in_environment(site.node):
            record.add(site, key, value)
    elif _TYPED.fullmatch(value):
        if takes_a_type(site.node):
            record.add(site, "torch.cuda.FloatTensor", value)
    elif (match := _DEVICE.fullmatch(value)) and not is_key(site.node):
        device = match[1]
        if in_comparison(site.node):
            _test(site, device, record)
        elif is_device(site.node, site.context):
            record.add(site, f"device:{device}", f'"{device}"')
        elif device == "cuda" and not picks_a_way(site.node):
            record.add(site, "device:cuda", '"cuda"', confidence="low")


def _test(site: Site, device: str, record: Record) -> None:
    """A test of the device: a finding where something is lost in the other branch."""
    if picks_a_way(site.node) or (device == "cuda" and asks_torch(site.node, site.context)):
        return
    if device == "cuda":
        record.add(site, "device.type==cuda", device, test=not loses(site.node))
    elif f"device.type=={device}" in record.symbols:
        # one that is kept may serve to work around what that device lacks
        record.add(site, f"device.type=={device}", device, test=is_kept(site.node) or not loses(site.node))
