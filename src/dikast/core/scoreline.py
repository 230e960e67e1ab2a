"""From two totals to the 0-100 scoreline and the call (method.md §5). Exact arithmetic only."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

#: Shares this close or closer are too close to call (method.md §4.4).
TOO_CLOSE = 6


def scoreline(a: int | Fraction, b: int | Fraction) -> tuple[int, int]:
    """Return both sides' whole shares of 100 for totals `a` and `b`.

    Negatives count as 0; the smaller share is rounded half up and the other is 100 minus it, so that
    swapping the sides swaps the line. Equal totals, or nobody scored: 50-50.
    """
    a, b = max(a, 0), max(b, 0)
    if a == b:
        return 50, 50
    small = min(a, b)
    share = (200 * small + (a + b)) // (2 * (a + b))
    return (share, 100 - share) if a < b else (100 - share, share)


def call(shares: tuple[int, int]) -> Literal["stable", "too_close"]:
    """Return ``too_close`` when the shares are at most 6 apart, else ``stable``."""
    return "too_close" if abs(shares[0] - shares[1]) <= TOO_CLOSE else "stable"
