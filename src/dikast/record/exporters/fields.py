"""Reading a case document that may be hand-made: each reader gives a value of its type or an empty one.

The document was checked when it was read; what is optional there is optional here. Must not know what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

Entry = Mapping[str, Any]

#: What a decimal string may be; an exponent could ask for a number of any size.
_DECIMAL: Final = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?")


def text(entry: Entry, key: str) -> str:
    """Return the string under `key`, or ``""``."""
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def whole(entry: Entry, key: str) -> int | None:
    """Return the whole number under `key`, or None."""
    value = entry.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def child(entry: Entry, key: str) -> Entry:
    """Return the object under `key`, or an empty one."""
    value = entry.get(key)
    return value if isinstance(value, Mapping) else {}


def children(entry: Entry, key: str) -> tuple[Entry, ...]:
    """Return the objects of the list under `key`."""
    value = entry.get(key)
    return tuple(one for one in value if isinstance(one, Mapping)) if isinstance(value, list | tuple) else ()


def strings(entry: Entry, key: str) -> tuple[str, ...]:
    """Return the strings under `key`, where a single string counts as a list of one."""
    value = entry.get(key)
    if isinstance(value, str):
        return (value,)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()


def amount(entry: Entry, key: str) -> Fraction:
    """Return the points under `key`, a whole number or a decimal string, exactly; 0 where there are none."""
    value = entry.get(key)
    if isinstance(value, int):
        return Fraction(value)
    return Fraction(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else Fraction(0)


def pair(entry: Entry, key: str) -> tuple[Fraction, Fraction]:
    """Return A's and B's points under `key`."""
    both = child(entry, key)
    return amount(both, "A"), amount(both, "B")


def decimal(value: Fraction) -> str:
    """Write `value` in plain decimal notation with at most six places and no trailing zeros; a true minus sign."""
    scaled = round(abs(value) * 10**6)
    digits = f"{scaled // 10**6}.{scaled % 10**6:06d}".rstrip("0").rstrip(".")
    return f"\N{MINUS SIGN}{digits}" if value < 0 and scaled else digits


def signed(value: Fraction) -> str:
    """Write `value` with its sign, as the ledger does."""
    return f"+{decimal(value)}" if value > 0 else decimal(value)
