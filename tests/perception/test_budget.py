"""The shared budget never lets more calls or tokens start than it holds, and wastes none that come back."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.perception.servers import request

from dikast.perception.budget import Budget, estimate
from dikast.perception.port import Fault


async def _spend(budget: Budget, tokens: int, pause: float) -> bool:
    try:
        async with budget.call(request()) as bill:
            await asyncio.sleep(pause)
            bill.tokens_in = tokens
    except Fault as fault:
        assert fault.kind == "budget" and not fault.retryable
        return False
    return True


@given(st.integers(0, 6), st.integers(0, 3000), st.lists(st.integers(0, 160), max_size=12))
@settings(max_examples=60, deadline=None)
def test_neither_limit_is_passed_whatever_runs_at_once(calls: int, tokens: int, bills: list[int]) -> None:
    need = estimate(request()) + request().max_tokens

    async def run() -> tuple[Budget, list[bool]]:
        budget = Budget(calls, tokens)
        spent = await asyncio.gather(*(_spend(budget, min(bill, need), 0) for bill in bills))
        return budget, spent

    budget, went = asyncio.run(run())
    assert budget.spent.calls == sum(went) <= calls
    assert budget.spent.tokens_in <= tokens
    if sum(went) < min(calls, len(bills)):
        assert budget.spent.tokens_in + need > tokens


def test_a_call_waits_for_tokens_that_another_may_give_back() -> None:
    need = estimate(request()) + request().max_tokens

    async def run() -> list[bool]:
        budget = Budget(tokens=need + 10)
        return await asyncio.gather(_spend(budget, 10, 0.01), _spend(budget, need, 0))

    assert asyncio.run(run()) == [True, True]


def test_a_call_that_fails_gives_back_what_it_held() -> None:
    async def run() -> None:
        budget = Budget(calls=2)
        with pytest.raises(ValueError):
            async with budget.call(request()):
                raise ValueError
        assert await _spend(budget, 1, 0)
        assert not await _spend(budget, 1, 0)

    asyncio.run(run())
