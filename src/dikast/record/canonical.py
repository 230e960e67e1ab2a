"""One value, one sequence of bytes: the JSON that is hashed and compared. Must not know what the value means.

Canonical JSON here is UTF-8, keys sorted by code point, no white space, no escapes but those JSON requires, and
numbers as Python spells them (the shortest spelling that reads back as the same number, alike on every machine).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from dikast.core.problems import DikastBug

#: Prefix of every content hash, so that a later change of algorithm can be told apart.
ALGORITHM = "sha256:"

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def dumps(value: Any) -> bytes:
    """Return the canonical JSON of `value`: dicts with string keys, lists, strings, numbers, booleans, None.

    Raises `DikastBug` for a value without a canonical form (NaN, a lone surrogate, another type): what came from
    outside has been checked before it gets here.
    """
    try:
        return _encoder.encode(value).encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise DikastBug(f"no canonical JSON for this value: {error}") from error


def digest(value: Any) -> str:
    """Return ``sha256:`` and the hexadecimal SHA-256 of the canonical JSON of `value`."""
    return ALGORITHM + hashlib.sha256(dumps(value)).hexdigest()
