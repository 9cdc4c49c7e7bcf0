"""Reports that machines print: `collect_env`, `nvidia-smi`, `neuron-ls -j`, `pip freeze`."""

import json
import re
from collections.abc import Iterator

from planner.readers.observed import Observed
from planner.vocabulary.position import Position

_COLLECT = {
    "PyTorch version": "torch",
    "OS": "host os",
    "Libc version": "glibc",
    "Python version": "python",
    "Nvidia driver version": "driver",
}
# the first device stands behind the heading; ROCm names a device without a number
_GPU = re.compile(r"(?:GPU models and configuration: )?GPU \d+: (.+)|GPU models and configuration: (AMD .+)")
_RUNTIME = re.compile(r"CUDA used to build PyTorch: (?P<cuda>[\d.]+)|ROCM used to build PyTorch: (?P<rocm>\d+\.\d+)")
_PACKAGE = re.compile(r"\[(?:pip3?|conda)\] ([\w.-]+)(?:==|\s+)([\w.+-]+)")
_SMI_DRIVER = re.compile(r"Driver Version:\s*([\d.]+)")
_SMI_GPU = re.compile(r"^\|\s+\d+\s+(.+?)\s+(?:On|Off|N/A)\s*\|")
_OS = re.compile(r"(Ubuntu|Debian|Amazon Linux|Red Hat Enterprise Linux|Rocky Linux)[^\d]*(\d+(?:\.\d+)?)")
_LONGEST = 300
_MACHINE = re.compile(r"\((x86_64|aarch64|arm64)\)")


def is_collect_env(text: str) -> bool:
    """Whether this is what `python -m torch.utils.collect_env` prints."""
    return "PyTorch version:" in text and "Python version:" in text


def read_collect_env(text: str, path: str) -> Iterator[Observed]:
    """Versions, machine and devices."""
    runtime = _RUNTIME.search(text)
    for number, line in enumerate(_lines(text), start=1):
        position = Position(path, number, 1)
        name, _, value = line.partition(": ")
        value = value.strip()
        if name in _COLLECT and value and not value.startswith(("N/A", "Could not")):
            built = f"+{_build(runtime)}" if name == "PyTorch version" and runtime and "+" not in value else ""
            yield from _collected(_COLLECT[name], value + built, position)
        if match := _GPU.match(line):
            yield Observed("accelerator", (match[1] or match[2]).partition(" (")[0].strip(), position)
        if (match := _PACKAGE.match(line)) and match[1] not in ("torch", "pytorch"):
            yield Observed("package", f"{match[1]}=={match[2].partition('+')[0]}", position)


def _build(runtime: re.Match[str]) -> str:
    """The build of torch that was made with a runtime: `cu118`, `rocm6.4`."""
    return f"cu{runtime['cuda'].replace('.', '')}" if runtime["cuda"] else f"rocm{runtime['rocm']}"


def _collected(key: str, value: str, position: Position) -> Iterator[Observed]:
    match key:
        case "torch":
            yield Observed("torch", f"torch=={value}", position)
        case "python":
            if found := re.match(r"3\.\d+", value):
                yield Observed("python", found[0], position)
        case "glibc":
            yield Observed("glibc", value.removeprefix("glibc-"), position)
        case "host os":
            if name := os_name(value):
                yield Observed("os", name, position)
            if machine := _MACHINE.search(value):
                yield Observed("arch", machine[1], position)
        case _:
            yield Observed(key, value, position)


def read_nvidia_smi(text: str, path: str) -> Iterator[Observed]:
    """The driver, and each kind of device once."""
    seen = set()
    for number, line in enumerate(_lines(text), start=1):
        position = Position(path, number, 1)
        if match := _SMI_DRIVER.search(line):
            yield Observed("driver", match[1], position)
        if (match := _SMI_GPU.match(line)) and match[1] not in seen:
            seen.add(match[1])
            yield Observed("accelerator", match[1], position)


def read_neuron_ls(text: str, path: str) -> Iterator[Observed] | None:
    """The instance type and the logical-core setting, or nothing where this is not what `neuron-ls -j` prints."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    rows = data if isinstance(data, list) else data.get("neuron_devices", [data]) if isinstance(data, dict) else []
    rows = rows if isinstance(rows, list) else []
    if not rows or not any(isinstance(row, dict) and "neuron_device" in row for row in rows):
        return None
    position = Position(path, 1, 1)
    outer = data if isinstance(data, dict) else {}
    found = []
    for row in [outer, *rows]:
        for key, value in row.items() if isinstance(row, dict) else ():
            match key.replace("-", "_"):
                case "instance_type":
                    found.append(Observed("instance", str(value), position))
                case "logical_neuroncore_config":
                    found.append(Observed("lnc", str(value), position))
    return iter(dict.fromkeys(found))


def _lines(text: str) -> list[str]:
    """The lines of a report; no real one is longer than this, and patterns must not be tried on more."""
    return [line[:_LONGEST] for line in text.splitlines()]


def os_name(text: str) -> str | None:
    """An operating system as the catalog names it, from its own pretty name."""
    match = _OS.search(text)
    if not match:
        return None
    family = {"Red Hat Enterprise Linux": "rhel", "Rocky Linux": "rocky"}.get(
        match[1], match[1].lower().replace(" ", "-")
    )
    version = match[2] if family == "ubuntu" else match[2].partition(".")[0]
    return f"{family}-{version}"
