"""What the name of a function or a setting tells: `is_npu_available()`, `cfg.CUDNN_BENCHMARK = True`, `min_cuda_gpus=1`."""

import re

_ASKS = re.compile(r"(?:is|has)_(?:torch_)?(cuda|xpu|npu|hpu|mps|neuron|xla|tpu)(?:core)?(?:_available)?")
# flags that tell whether a device, or kernels for one, are there, and whether something only one has is wanted
_FLAG = re.compile(
    r"_?(?:IS_|HAS_)?(?:TORCH_)?(?:CUDA|TRITON|XPU|NPU|HPU|MPS|XLA|TPU|FLASH_ATTN|XFORMERS)_(?:IS_)?AVAILABLE|(?:\w+_)?cuda_?graphs?(?:_\w+)?"
)
_KINDS = r"(?:cuda|nvidia|neuron|rocm|habana|npu|xpu|hpu)"
_FOR_A_DEVICE = re.compile(rf"\b(?:[a-z0-9_]*_{_KINDS}(?:_[a-z0-9_]*)?|{_KINDS}_[a-z0-9_]*)\b", re.IGNORECASE)
# a decorator that lets a test run on one kind of device
_NEEDS = re.compile(
    r"(?:requires?|needs|only|skip_?if|skip_?unless|run_?if)\w*_(cuda|gpu|xpu|npu|hpu|mps|neuron|xla|tpu)(?:_\w+)?",
    re.IGNORECASE,
)
_SETTINGS = (
    (re.compile(r"cudnn_\w+", re.IGNORECASE), "setting:cudnn"),
    (re.compile(r"extra_cuda_cflags"), "torch.utils.cpp_extension.load(extra_cuda_cflags=)"),
    (re.compile(r"(?:\w+_)?cuda_gpus|use_cuda"), "setting:cuda"),
)


def asked_target(name: str) -> str | None:
    """The target that a function asks for by its name, or nothing."""
    match = _ASKS.fullmatch(name)
    return match[1] if match else None


def named_for_a_device(path: str) -> str:
    """The part of a dotted name that is for one kind of device, by its name, or nothing: `_make_cuda_obj`."""
    match = _FOR_A_DEVICE.search(path)
    return match[0] if match else ""


def is_flag(name: str) -> bool:
    """Whether a name tells that a device, or kernels for one, are there, or that something only one has is wanted."""
    return _FLAG.fullmatch(name) is not None


def named_setting(name: str) -> str | None:
    """The key of the symbol that a setting means by its name, or nothing."""
    return next((key for pattern, key in _SETTINGS if pattern.fullmatch(name)), None)


def needed_target(name: str) -> str | None:
    """The target without which a test is left out, by the name of its decorator, or nothing."""
    match = _NEEDS.fullmatch(name)
    return match[1].lower().replace("gpu", "cuda") if match else None
