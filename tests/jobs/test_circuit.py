"""A provider is waited for as long as it can mean, and no longer."""

from __future__ import annotations

import pytest

from dikast.jobs.circuit import FAULTS, FIRST, MOST_ASKED, Circuit


@pytest.mark.parametrize("asked", [MOST_ASKED + 1, 1e11, -5.0, float("nan"), float("inf")])
def test_a_wait_that_no_provider_can_mean_closes_nothing(asked: float) -> None:
    assert Circuit().after("call", 1.0, 10.0, None, asked=asked, why="later").until == 0.0


@pytest.mark.parametrize("asked", [0.5, 60.0, MOST_ASKED])
def test_a_wait_that_is_meant_is_kept(asked: float) -> None:
    one = Circuit().after("call", 1.0, 10.0, None, asked=asked, why="later")
    assert one.until == 10.0 + asked and one.trips == 0


def test_faults_in_a_row_open_it_and_an_answer_closes_it() -> None:
    one = Circuit()
    for n in range(FAULTS):
        assert one.until == 0.0
        one = one.after(f"call {n}", float(n), n + 1.0, False, why="503")
    assert (one.trips, one.until) == (1, FAULTS + FIRST)
    again = one.after("probe", one.until, one.until + 1, False, why="503")
    assert again.until == one.until + 1 + 2 * FIRST
    assert again.after("probe", again.until, again.until + 1, True).trips == 0
    assert one.after("old news", 0.0, 9.0, True).trips == 1
