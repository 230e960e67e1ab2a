"""Several readings of one debate: the majority's finding, how far they agree, whose numbers are shown.

One rule for both methods and for one judge or a panel (the method, §3.5). Must not know what a reading consists of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from dikast.core.problems import DikastBug


class Verdict(NamedTuple):
    """What several readings come to.

    Attributes:
        finding: the finding of more than half of the readings; the method's ``tie`` or ``draw`` where there is none.
        shown: index of the reading whose numbers are shown: the one with the median margin.
        readings: how many readings there are.
        agree: size of the largest group with one finding. Where there is a majority, that is how many found as
            published; where there is none (A, B, tie: 1 of 3), it tells how far they were from one.
    """

    finding: str
    shown: int
    readings: int
    agree: int


def combine(findings: Sequence[str], margins: Sequence[int | Fraction], none: str) -> Verdict:
    """Return the verdict of several readings of one debate.

    Args:
        findings: each reading's finding, in the order of the readings; at least one.
        margins: each reading's total of A minus total of B, in the same order.
        none: the finding where no majority is: ``tie`` (rubric) or ``draw`` (graph).

    With an even number the median is the lower of the two middle margins; of several readings with the median
    margin, the earliest is shown.
    """
    if not findings or len(findings) != len(margins):
        raise DikastBug(f"{len(findings)} findings and {len(margins)} margins")
    counts = Counter(findings)
    agree = max(counts.values())
    majority = [finding for finding, count in counts.items() if 2 * count > len(findings)]
    median = sorted(margins)[(len(margins) - 1) // 2]
    return Verdict(majority[0] if majority else none, list(margins).index(median), len(findings), agree)
