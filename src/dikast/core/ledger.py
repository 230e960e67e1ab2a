"""The ledger line: the unit from which every total is the sum. Must not know a method."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from dikast.core.debate import Side
from dikast.core.problems import DikastBug


class Line(NamedTuple):
    """One amount with its reason.

    Attributes:
        side: who receives the amount.
        rule: the rule's id, e.g. ``claim``, ``rebuttal`` (graph), ``quality``, ``conceded``, ``standing`` (rubric).
        ref: the move or post that the line is about.
        amount: points; a whole number in the graph method, exact in the rubric.
        why: the rule applied, as a code the reader's view puts in words (``framing survived``).
    """

    side: Side
    rule: str
    ref: str
    amount: int | Fraction
    why: str = ""


def totals(lines: Iterable[Line]) -> tuple[int | Fraction, int | Fraction]:
    """Return A's and B's totals: nothing but the sums of their lines."""
    a: int | Fraction = 0
    b: int | Fraction = 0
    for line in lines:
        if line.side == "A":
            a += line.amount
        else:
            b += line.amount
    return a, b


def decimal(amount: int | Fraction) -> str:
    """Return `amount` exactly, in plain decimal notation without trailing zeros (``-0.5``, ``12.35``, ``4``).

    Raises:
        DikastBug: if the amount has no finite decimal notation; no rule of ours makes such a number.
    """
    exact = Fraction(amount)
    rest, places = exact.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        places = max(places, power)
    if rest != 1:
        raise DikastBug(f"{exact} has no finite decimal notation")
    whole, part = divmod(abs(exact.numerator) * 10**places // exact.denominator, 10**places)
    sign = "-" if exact < 0 else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"
