"""Exit codes: below 10 about the tool, from 10 a verdict. All others are reserved."""

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """What a run ends with."""

    DONE = 0
    FAILED = 1
    INPUT = 2
    NOTHING = 3
    FINDINGS = 10
    GATE = 11
    UNDECIDED = 12
    DRIFT = 13
    INTERRUPTED = 130


_PRECEDENCE = (
    Exit.FAILED, Exit.INPUT, Exit.GATE, Exit.FINDINGS, Exit.DRIFT, Exit.UNDECIDED, Exit.NOTHING, Exit.DONE,
)  # fmt: skip


def strongest(codes: Iterable[Exit]) -> Exit:
    """The code that wins where several apply."""
    return min(codes, key=_PRECEDENCE.index, default=Exit.DONE)
