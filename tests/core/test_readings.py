"""Several readings: majority, agreement and the reading with the median margin (the method, §3.5)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.core.problems import DikastBug
from dikast.core.readings import combine


@pytest.mark.parametrize(("findings", "finding", "agree"), [
    (["A"], "A", 1),
    (["A", "A", "A"], "A", 3),
    (["A", "B", "A"], "A", 2),
    (["A", "B", "tie"], "tie", 1),
    (["tie", "A", "tie"], "tie", 2),
    (["A", "B"], "tie", 1),
    (["A", "A", "B", "B"], "tie", 2),
    (["A", "A", "B", "tie"], "tie", 2),
    (["A", "A", "B", "B", "tie"], "tie", 2),
    (["B", "B", "B", "A", "A"], "B", 3),
])  # fmt: skip
def test_the_finding_is_that_of_more_than_half(findings: list[str], finding: str, agree: int) -> None:
    verdict = combine(findings, [0] * len(findings), "tie")
    assert (verdict.finding, verdict.readings, verdict.agree) == (finding, len(findings), agree)


@pytest.mark.parametrize(("margins", "shown"), [
    ([5], 0),
    ([9, -2, 4], 2),
    ([4, 1], 1),
    ([8, 2, 6, 4], 3),
    ([3, 3, 3], 0),
    ([7, 3, 3], 1),
    ([1, 2, 2, 2], 1),
    ([-1, -1, 5, 5], 0),
])  # fmt: skip
def test_the_reading_with_the_median_margin_is_shown(margins: list[int], shown: int) -> None:
    assert combine(["A"] * len(margins), margins, "tie").shown == shown


def test_a_graph_without_a_majority_is_a_draw() -> None:
    assert combine(["A", "B", "draw"], [3, -3, 0], "draw").finding == "draw"


def test_the_order_of_readings_moves_only_which_of_equals_is_shown() -> None:
    readings = [("A", 3), ("B", -2), ("A", 1), ("tie", 0), ("A", 1)]
    for order in permutations(readings):
        verdict = combine([finding for finding, _ in order], [margin for _, margin in order], "tie")
        assert (verdict.finding, verdict.agree) == ("A", 3)
        assert order[verdict.shown] == ("A", 1)
        assert verdict.shown == order.index(("A", 1))


@given(st.lists(st.tuples(st.sampled_from(["A", "B", "tie"]), st.integers(-5, 5)), min_size=1, max_size=9))
def test_swapping_the_sides_swaps_the_finding_and_for_odd_numbers_the_margin(readings: list[tuple[str, int]]) -> None:
    swap = {"A": "B", "B": "A", "tie": "tie"}
    one = combine([finding for finding, _ in readings], [margin for _, margin in readings], "tie")
    two = combine([swap[finding] for finding, _ in readings], [-margin for _, margin in readings], "tie")
    assert two.finding == swap[one.finding]
    assert two.agree == one.agree
    if len(readings) % 2:
        assert readings[two.shown][1] == readings[one.shown][1]


def test_no_readings_or_unequal_numbers_are_our_bug() -> None:
    with pytest.raises(DikastBug):
        combine([], [], "tie")
    with pytest.raises(DikastBug):
        combine(["A"], [1, 2], "tie")
