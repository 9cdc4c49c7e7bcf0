"""Loads the module for its operators."""
import tiles._C  # noqa: F401  # expect: KRN307
from tiles.settings import _C


def settings():
    return dict(_C)
