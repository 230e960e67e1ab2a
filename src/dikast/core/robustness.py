"""What a ruling turns on: the shared answer to "how few perceptions must differ for the winner to change".

The two methods' own computations stand in `robustness_graph` and `robustness_rubric`; this module holds only
what both give back. Must not know how either method scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

#: The most minimal sets that a `Turns` lists.
LISTED_SETS = 10


class Change(NamedTuple):
    """One perception read differently.

    Attributes:
        kind: what is read differently: ``outcome`` or ``weight`` (graph), ``class``, ``score``, ``fallacy`` or
            ``engagement`` (rubric).
        ref: the move or post that the perception is about.
        before: its value in the ruling, in the case file's own words.
        after: the value it would have to have.
        field: which part of the perception, where `kind` leaves it open (``logic`` of a ``score``), else "".
    """

    kind: str
    ref: str
    before: str
    after: str
    field: str = ""


class Result(NamedTuple):
    """What the debate would come to under one set of changes.

    Attributes:
        finding: the winner (graph) or finding (rubric) that the set brings about.
        totals: A's and B's totals then, exact.
    """

    finding: str
    totals: tuple[int | Fraction, int | Fraction]


@dataclass(frozen=True, slots=True)
class Turns:
    """The smallest sets of changed perceptions that change the winner.

    Attributes:
        smallest: the number of changes in such a set; None if no set of changes does it.
        sets: the minimal sets, at most `LISTED_SETS`, in a fixed order; the first is the one to name.
        count: how many minimal sets were found, listed or not.
        results: the outcome under each listed set, index for index.
        all_counted: whether those are all; if not, there are at least `count`.
    """

    smallest: int | None
    sets: tuple[tuple[Change, ...], ...] = ()
    count: int = 0
    results: tuple[Result, ...] = ()
    all_counted: bool = True
