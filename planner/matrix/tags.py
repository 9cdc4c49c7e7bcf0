"""What names say by themselves: the tag of a base image, a list of architectures, a product name."""

import re

from planner.catalog.model import Catalog
from planner.vocabulary.facts import Record

_NOISE = re.compile(r"nvidia|geforce|tesla|\(r\)|\(tm\)|intel|amd")
_SUFFIX = re.compile(r"-(sxm\d?|pcie|hbm3|nvl|oam|\d+gb)\b.*")


def image_says(base: str, catalog: Catalog) -> tuple[Record, dict[str, str]] | None:
    """What the tag of a base image says (`os`, `python`, `torch`, `sdk`, `cuda`), with the record that reads it."""
    for record in catalog.of_kind("image"):
        if match := re.search(record.values["pattern"], base):
            return record, {key: form.format(**match.groupdict()) for key, form in record.values["gives"].items()}
    return None


def architectures(text: str, catalog: Catalog) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The compute capabilities that `TORCH_CUDA_ARCH_LIST` stands for, and the parts nobody could read: names expanded, PTX
    and the `a` of code for one capability alone kept.
    """
    found: list[str] = []
    unread: list[str] = []
    for part in re.split(r"[;\s,]+", text.strip()):
        name, plus, _ = part.lower().partition("+")
        listed = catalog.value("architecture", name, "capability")
        if listed:
            found += listed
        elif re.fullmatch(r"\d+\.\d+[af]?", name):
            found.append(f"{name}+PTX" if plus else name.removesuffix("f"))
        elif name:
            unread.append(part)
    return tuple(found), tuple(unread)


def accelerator_named(product: str, catalog: Catalog) -> str | None:
    """The accelerator that a product name means, as drivers print it, or nothing where it is none or more than one."""
    spelled = re.sub(r"[\s_]+", "-", product.strip().lower())
    bare = re.sub(r"-+", "-", _NOISE.sub("", spelled)).strip("-")
    for name in (spelled, bare, f"rtx-{bare}", _SUFFIX.sub("", bare), bare.replace("-", "")):
        if name in catalog.aliases:
            return catalog.aliases[name]
        if f"nvidia-{name}" in catalog.aliases:
            return catalog.aliases[f"nvidia-{name}"]
    return None
