"""Judgements of what names say by themselves, beside the facts: base images, architecture lists, binary extensions."""

import re
from collections.abc import Iterator

from planner.catalog.model import Catalog
from planner.matrix.judgement import Judgement
from planner.matrix.tags import architectures, image_says
from planner.vocabulary.environment import Environment, package_name
from planner.vocabulary.ranges import contains
from planner.vocabulary.verdict import Verdict

# cu12torch2.6cxx11abiTRUE; pt25cu121
_BUILT = re.compile(r"torch(?P<torch>\d+\.\d+)cxx11abi|\+pt(?P<major>\d)(?P<minor>\d+)(?:cu\d+|cpu)", re.IGNORECASE)


def said_by_names(environment: Environment, catalog: Catalog) -> Iterator[Judgement]:
    """All of them that apply."""
    yield from _base_image(environment, catalog)
    yield from _architectures(environment, catalog)
    yield from _extensions(environment)


def _base_image(environment: Environment, catalog: Catalog) -> Iterator[Judgement]:
    """The tag of the base image beside what the manifest declares of the image."""
    base = environment.image.base
    read = image_says(base, catalog) if base else None
    if base is None or read is None:
        return
    record, says = read
    # a Python or torch of its own in a virtual environment may differ from the image's: of these nothing is said
    declared = {"os": environment.image.os, "sdk": environment.sdk}
    pairs = [(key, said, declared[key]) for key, said in says.items() if declared.get(key) is not None]
    if not pairs:
        return
    wrong = [(key, said, value) for key, said, value in pairs if said != value]
    asks = f"the {' and '.join(key for key, _, _ in pairs)} of the base image {base} is what the manifest declares"
    verdict = Verdict.UNSUPPORTED if wrong else Verdict.SUPPORTED
    told = "; ".join(f"its tag says {key} {said}, declared is {value}" for key, said, value in wrong)
    reason = f"{asks}? No: {told}; it installs and gives something else" if wrong else f"{asks}? Yes"
    yield Judgement("image-base", "IMG401", verdict, ("image",), "image.base", asks, reason, sources=record.sources)


def _architectures(environment: Environment, catalog: Catalog) -> Iterator[Judgement]:
    """Extensions that are compiled for a list of architectures, beside the device."""
    listed = dict(environment.run.env).get("TORCH_CUDA_ARCH_LIST")
    capability = catalog.value("accelerator", environment.accelerator, "capability")
    if not listed or not capability:
        return
    codes, unread = architectures(listed, catalog)
    asks = f"extensions compiled for {listed} hold code for compute capability {capability} ({environment.accelerator})"
    sources = tuple(sorted({source for record in catalog.of_kind("architecture") for source in record.sources}))
    if not codes:
        yield Judgement(
            "extension-capability",
            "ENV124",
            Verdict.UNKNOWN,
            ("packages", "accelerator"),
            "run.env.TORCH_CUDA_ARCH_LIST",
            asks,
            f"{asks}? Unknown: nothing in the list is known",
            sources=sources,
        )
        return
    # code with an `a` runs on its own capability alone, with its PTX too
    families = tuple(code for code in codes if "a" not in code.lower().removesuffix("+ptx"))
    bare = tuple(code.removesuffix("+PTX") for code in families)
    said = f"the list stands for {', '.join(codes)}"
    if contains("capability", bare, capability) or any(code.startswith(f"{capability}a") for code in codes):
        verdict, reason, caveat = Verdict.SUPPORTED, f"{asks}? Yes: {said}", ""
    elif contains("capability", families, capability):
        caveat = f"extensions run on {environment.accelerator} only through PTX, which the driver compiles at first use: {said}"
        verdict, reason = Verdict.SUPPORTED, f"{asks}? Yes, through PTX, with a slow first start: {said}"
    elif unread:
        verdict, reason, caveat = Verdict.UNKNOWN, f"{asks}? Unknown: {said}; {', '.join(unread)} could not be read", ""
    else:
        verdict, reason, caveat = Verdict.UNSUPPORTED, f"{asks}? No: {said}; it installs and cannot run", ""
    yield Judgement(
        "extension-capability",
        "ENV124",
        verdict,
        ("packages", "accelerator"),
        "run.env.TORCH_CUDA_ARCH_LIST",
        asks,
        reason,
        sources=sources,
        caveat=caveat,
    )


def _extensions(environment: Environment) -> Iterator[Judgement]:
    """Binary packages whose version says what torch they were built with."""
    release = environment.torch.release
    for line in environment.packages:
        match = _BUILT.search(line)
        if not match or not release:
            continue
        name = package_name(line)
        asks = f"the binary of {name} was built for torch {release}"
        minor = ".".join(release.split(".")[:2])
        built = match["torch"] or f"{match['major']}.{match['minor']}"
        verdict = Verdict.SUPPORTED if built == minor else Verdict.UNSUPPORTED
        reason = (
            f"{asks}? Yes"
            if verdict is Verdict.SUPPORTED
            else f"{asks}? No: its version says torch {built}; it installs and cannot run"
        )
        yield Judgement(
            f"extension-torch.{name}", "ENV123", verdict, ("packages", "torch"), "packages", asks, reason, subject=name
        )
