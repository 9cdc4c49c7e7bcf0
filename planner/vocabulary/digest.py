"""Digests of values: the same value, the same bytes."""

import hashlib
import json
from typing import Any


def sha256(content: bytes) -> str:
    """The SHA-256 of some bytes, in lower-case hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def canonical_json(value: Any) -> bytes:
    """A value as JSON bytes that depend on nothing but the value."""
    return (json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False, default=str) + "\n").encode()
