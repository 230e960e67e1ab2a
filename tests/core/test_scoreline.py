"""The scoreline's examples in the method, §5, and what holds for all totals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.core.scoreline import call, scoreline

TOTALS = st.one_of(st.integers(-50, 300), st.fractions(min_value=-20, max_value=300, max_denominator=20))


@pytest.mark.parametrize(("totals", "shares"), [
    ((12, 4), (75, 25)),
    ((15, 57), (21, 79)),
    ((1, 7), (13, 87)),
    ((7, 1), (87, 13)),
    ((100, 101), (50, 50)),
    ((0, 0), (50, 50)),
    ((-3, -8), (50, 50)),
    ((-3, 5), (0, 100)),
    ((5, 0), (100, 0)),
    ((Fraction(1, 2), Fraction(7, 2)), (13, 87)),
    ((99, 101), (50, 50)),
    ((98, 101), (49, 51)),
])  # fmt: skip
def test_examples(totals: tuple[int, int], shares: tuple[int, int]) -> None:
    assert scoreline(*totals) == shares


@given(TOTALS, TOTALS)
def test_swapping_the_sides_swaps_the_line(a: Fraction, b: Fraction) -> None:
    assert scoreline(b, a) == scoreline(a, b)[::-1]
    assert sum(scoreline(a, b)) == 100


@given(TOTALS, TOTALS)
def test_the_smaller_share_is_within_half_a_point_of_the_exact_one(a: Fraction, b: Fraction) -> None:
    a, b = max(a, Fraction(0)), max(b, Fraction(0))
    if a + b:
        exact = Fraction(100 * min(a, b), 1) / (a + b)
        assert Fraction(-1, 2) < min(scoreline(a, b)) - exact <= Fraction(1, 2)


@pytest.mark.parametrize(("shares", "expected"), [
    ((50, 50), "too_close"), ((53, 47), "too_close"), ((47, 53), "too_close"),
    ((54, 46), "stable"), ((0, 100), "stable"),
])  # fmt: skip
def test_six_apart_is_too_close_to_call(shares: tuple[int, int], expected: str) -> None:
    assert call(shares) == expected
