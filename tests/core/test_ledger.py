"""Totals are nothing but sums of lines; decimals are exact and plain."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.core.ledger import Line, decimal, totals
from dikast.core.problems import DikastBug


@pytest.mark.parametrize(("amount", "text"), [
    (4, "4"), (Fraction(247, 20), "12.35"), (Fraction(32, 5), "6.4"), (Fraction(-1, 20), "-0.05"), (0, "0"),
    (Fraction(-3), "-3"), (Fraction(-21, 2), "-10.5"), (100, "100"), (Fraction(1, 8), "0.125"),
    (10**30, "1" + "0" * 30),
])  # fmt: skip
def test_decimals(amount: int | Fraction, text: str) -> None:
    assert decimal(amount) == text


@given(st.integers(-(10**9), 10**9))
def test_a_decimal_is_exact_without_trailing_zeros(twentieths: int) -> None:
    text = decimal(Fraction(twentieths, 20))
    assert Fraction(Decimal(text)) == Fraction(twentieths, 20)
    assert "." not in text or text[-1] not in "0."
    assert "e" not in text.lower()


def test_an_endless_decimal_is_our_bug() -> None:
    with pytest.raises(DikastBug, match="1/3"):
        decimal(Fraction(1, 3))


@given(st.lists(st.tuples(st.sampled_from("AB"), st.integers(-99, 99))))
def test_totals_are_the_sums_of_the_lines_of_each_side(amounts: list[tuple[str, int]]) -> None:
    lines = [Line(side, "quality", "p1", Fraction(amount, 20)) for side, amount in amounts]  # type: ignore[arg-type]
    a, b = totals(lines)
    assert a == sum(Fraction(amount, 20) for side, amount in amounts if side == "A")
    assert b == sum(Fraction(amount, 20) for side, amount in amounts if side == "B")
