"""The four answers."""

from collections.abc import Iterable
from enum import StrEnum


class Verdict(StrEnum):
    """Every answer is one of these four, listed from worst to best."""

    UNSUPPORTED = "unsupported"
    DISPUTED = "disputed"
    UNKNOWN = "unknown"
    SUPPORTED = "supported"


_ORDER = list(Verdict)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of some verdicts; of none, unknown: no data is never a pass."""
    return min(verdicts, key=_ORDER.index, default=Verdict.UNKNOWN)
