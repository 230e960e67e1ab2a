"""No window, place, token or dollar beyond the limits, whatever comes when; and what a clock or a death may do."""

from __future__ import annotations

import asyncio
import tempfile
import uuid
from collections.abc import Awaitable, Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dikast.jobs import limit_tables
from dikast.jobs.circuit import FAULTS, FIRST, LONGEST, Circuit
from dikast.jobs.limit_rules import Rule
from dikast.jobs.limit_tables import BILLION, Need, Place, Refusal, Use
from dikast.jobs.tables import Run, SqliteTables

Result = TypeVar("Result")
JUDGE = "openai:m"
NOON = 1_767_268_800.0
LEASE = 60.0


class House:
    """Tables over a clock that is set by hand."""

    def __init__(self, folder: Path, *rules: Rule) -> None:
        self.now, self.rules = NOON, rules
        file = folder / f"{uuid.uuid4().hex}.sqlite3"
        self.tables = SqliteTables(file, "dikast_limits", limit_tables.TABLES, lambda: self.now)

    def do(self, work: Callable[[Run, float], Awaitable[Result]]) -> Result:
        return asyncio.run(self.tables.alone(work))

    def admit(self, tokens: int = 10, cost: int | None = 0, name: str = JUDGE) -> Place | Refusal:
        rules = tuple(rule for rule in self.rules if rule.fits(name))
        call = uuid.uuid4().hex
        return self.do(lambda run, now: limit_tables.admit(run, now, call, name, rules, Need(tokens, cost), LEASE))

    def settle(
        self,
        place: Place,
        tokens: int = 10,
        cost: int | None = 0,
        works: bool | None = True,
        asked: float | None = None,
    ) -> Circuit:
        took = Need(tokens, cost)
        return self.do(
            lambda run, now: limit_tables.settle(run, now, place, took, works, asked=asked, why="down", jitter=0.0)
        )

    def used(self, rule: Rule) -> Use:
        return self.do(lambda run, now: limit_tables.used(run, now, rule))

    def close(self) -> None:
        asyncio.run(self.tables.close())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    made: list[House] = []

    def build(*rules: Rule) -> House:
        made.append(House(tmp_path, *rules))
        return made[-1]

    yield build
    for one in made:
        one.close()


STEP = st.tuples(
    st.floats(0, 25),  # seconds that pass
    st.integers(1, 120),  # tokens that the next call may take
    st.integers(0, 100),  # and the share of them that it takes, in percent
    st.integers(0, 4),  # how many of those under way end first
)


@given(st.lists(STEP, max_size=40), st.integers(1, 4), st.integers(1, 6), st.integers(60, 300), st.integers(1, 500))
@settings(max_examples=60)
def test_no_limit_is_passed_whatever_comes_when(
    steps: list[tuple[float, int, int, int]], at_once: int, per_minute: int, tokens: int, money: int
) -> None:
    rule = Rule("openai:*", at_once, per_minute, tokens, Decimal(money) / BILLION)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), rule)
        under_way: list[tuple[Place, int]] = []
        starts: list[float] = []
        spent, taken = 0, {}
        for seconds, most, share, ends in steps:
            house.now += seconds
            for place, real in under_way[:ends]:
                house.settle(place, real, real)
                spent += real
                taken[place.call] = (place.started, real)
            del under_way[:ends]
            for place, _ in under_way:  # they are renewed
                house.do(lambda run, now, place=place: limit_tables.renew(run, now, [place.call], LEASE))
            found = house.admit(most, most)
            if isinstance(found, Refusal):
                assert found.until is None or found.until > house.now
                continue
            under_way.append((found, most * share // 100))
            taken[found.call] = (found.started, most)
            starts.append(found.started)
            assert len(under_way) <= at_once
            assert sum(start > house.now - 60 for start in starts) <= per_minute
            window = [count for start, count in taken.values() if start > house.now - 60]
            assert sum(window) <= tokens or len([count for count in window if count]) == 1
            assert spent + sum(place.need.tokens for place, _ in under_way) <= money
        use = house.used(rule)
        held = sum(place.need.tokens for place, _ in under_way)
        assert (use.at_once, use.dollars_today) == (len(under_way), Decimal(spent + held) / BILLION)
        house.close()


def test_a_refusal_says_when_asking_again_helps(house: Callable[..., House]) -> None:
    one = house(Rule(JUDGE, per_minute=2))
    for seconds in (0, 10):
        one.now = NOON + seconds
        place = one.admit()
        assert isinstance(place, Place)
        one.settle(place)
    refused = one.admit()
    assert isinstance(refused, Refusal) and refused.until == NOON + 60
    one.now = refused.until
    assert isinstance(one.admit(), Place) and isinstance(one.admit(), Refusal)


def test_tokens_that_were_not_taken_come_back_and_a_call_larger_than_the_limit_goes_alone(
    house: Callable[..., House],
) -> None:
    one = house(Rule(JUDGE, tokens_per_minute=100))
    first = one.admit(90)
    assert isinstance(first, Place) and isinstance(one.admit(20), Refusal)
    one.settle(first, 30)
    second = one.admit(70)
    assert isinstance(second, Place)
    one.settle(second, 70)
    refused = one.admit(500)
    assert isinstance(refused, Refusal) and refused.until == NOON + 60
    one.now += 61
    assert isinstance(one.admit(500), Place) and isinstance(one.admit(1), Refusal)


def test_the_day_s_money_stops_until_midnight_and_waits_for_what_is_under_way(house: Callable[..., House]) -> None:
    one = house(Rule("openai:*", dollars_per_day=Decimal("0.000000100")))
    first = one.admit(1, 80, "openai:other")
    assert isinstance(first, Place)
    refused = one.admit(1, 40)
    assert isinstance(refused, Refusal) and refused.until is None
    one.settle(first, 1, 70)
    refused = one.admit(1, 40)
    assert isinstance(refused, Refusal) and refused.until == NOON + 12 * 3600 and "US dollars" in refused.reason
    assert isinstance(one.admit(1, 30), Place)
    one.now = refused.until
    assert isinstance(one.admit(1, 40), Place)


def test_unknown_cost_is_counted_apart_and_is_not_nothing(house: Callable[..., House]) -> None:
    rule = Rule(JUDGE, dollars_per_day=Decimal(1))
    one = house(rule)
    place, priced, unpriced = one.admit(5, None), one.admit(5, None), one.admit(5, 7)
    assert isinstance(place, Place) and isinstance(priced, Place) and isinstance(unpriced, Place)
    assert one.used(rule).unpriced_today == 2
    one.settle(place, 5, None)
    one.settle(priced, 5, 9)
    one.settle(unpriced, 0, None)
    use = one.used(rule)
    assert (use.unpriced_today, use.dollars_today, use.calls_today) == (2, Decimal(9) / BILLION, 3)


def test_a_place_is_settled_once(house: Callable[..., House]) -> None:
    one = house(Rule(JUDGE))
    place = one.admit(10, 50)
    assert isinstance(place, Place)
    for _ in range(2):
        one.settle(place, 10, 20, False)
    assert one.used(one.rules[0]).dollars_today == Decimal(20) / BILLION
    circuit = one.do(lambda run, now: limit_tables.circuits(run))
    assert circuit[JUDGE].failures == 1


def test_a_place_that_nobody_renews_is_free_after_its_lease_and_stays_paid(house: Callable[..., House]) -> None:
    rule = Rule(JUDGE, at_once=1, dollars_per_day=Decimal(1))
    one = house(rule)
    assert isinstance(one.admit(10, 50), Place) and isinstance(one.admit(), Refusal)
    one.now += LEASE + 0.1
    assert isinstance(one.admit(), Place)
    assert one.used(rule).dollars_today == Decimal(50) / BILLION


@pytest.mark.parametrize("jump", [-3 * 3600.0, -90.0, -30.0, 3 * 3600.0])
def test_a_clock_that_jumps_closes_nothing_for_longer_than_was_meant(house: Callable[..., House], jump: float) -> None:
    one = house(Rule(JUDGE, at_once=2, per_minute=2))
    place = one.admit()
    assert isinstance(place, Place) and isinstance(one.admit(), Place)
    one.settle(place, works=None, asked=20.0)
    one.now += jump
    waited = 0.0
    while isinstance(refused := one.admit(), Refusal):
        assert refused.until is None or refused.until <= one.now + 60
        one.now += 1
        waited += 1
    assert waited <= 61


def test_a_provider_s_wish_closes_the_judge_for_everyone_until_then(house: Callable[..., House]) -> None:
    one = house()
    place = one.admit()
    assert isinstance(place, Place)
    one.settle(place, works=None, asked=45.0)
    refused = one.admit()
    assert isinstance(refused, Refusal) and refused.until == NOON + 45 and "asks to wait 45 s" in refused.reason
    assert isinstance(one.admit(name="openai:other"), Place)
    one.now += 45
    assert isinstance(one.admit(), Place) and isinstance(one.admit(), Place)


def test_an_open_circuit_lets_one_call_try_and_doubles_its_pause(house: Callable[..., House]) -> None:
    one = house()
    places = [one.admit() for _ in range(FAULTS + 3)]
    for place in places:  # those that began before it opened do not lengthen the pause
        assert isinstance(place, Place)
        one.settle(place, works=False)
    pause = FIRST
    for _ in range(9):
        refused = one.admit()
        assert isinstance(refused, Refusal) and refused.until == one.now + pause and "in a row" in refused.reason
        one.now = refused.until
        probe = one.admit()
        assert isinstance(probe, Place)
        for _ in range(3):
            refused = one.admit()
            assert isinstance(refused, Refusal) and refused.trying and refused.until is None
        one.settle(probe, works=False)
        pause = min(2 * pause, LONGEST)
    one.now += LONGEST
    dead = one.admit()
    assert isinstance(dead, Place) and isinstance(one.admit(), Refusal)
    one.now += LEASE + 0.1  # the process of the call that tried is gone
    probe = one.admit()
    assert isinstance(probe, Place) and isinstance(one.admit(), Refusal)
    one.settle(probe, works=True)
    assert all(isinstance(one.admit(), Place) for _ in range(4))


@given(st.lists(st.sampled_from([True, False, None]), max_size=30))
def test_only_faults_in_a_row_open_the_circuit(ends: list[bool | None]) -> None:
    circuit, row = Circuit(), 0
    for number, works in enumerate(ends):
        circuit = circuit.after("c", number, number, works)
        row = 0 if works else row + (works is False)
        if row == FAULTS:
            assert circuit.trips == 1 and circuit.until == number + FIRST
            break
        assert circuit.trips == 0
