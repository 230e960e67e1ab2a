"""A judge under limits is the same judge, waits for its place, and is busy rather than at fault.

On SQLite; with DIKAST_DATABASE set, on that server and with several processes.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
import uuid
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.databases import address_for
from tests.perception.servers import GOOD, request
from tests.perception.test_calls import Actor, keep

from dikast.jobs import circuit
from dikast.jobs.limit_rules import Rule, rules
from dikast.jobs.limit_tables import TABLES
from dikast.jobs.limited_judge import LimitedJudge, limited, price
from dikast.jobs.limits import SCHEMA, Limiter, State
from dikast.jobs.tables import open_tables
from dikast.perception.budget import Limits, estimate
from dikast.perception.calls import CallLedger, key_of
from dikast.perception.port import Fault, FaultKind, JudgeBusy, Reply

ROOT = str(Path(__file__).resolve().parents[2])
NAME = "openai:gpt-4o"
_CALLS = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from tests.jobs.test_limited_judge import at_once
asyncio.run(at_once(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), float(sys.argv[5])))
"""


class Api(Actor):
    """An actor with a provider's name."""

    name = NAME


def limiter(place: Path, text: str = "", database: str | None = None, **more: Any) -> Limiter:
    database = address_for(str(place)) if database is None else database
    tables = open_tables(database, place / "limits.sqlite3", SCHEMA, TABLES)
    return Limiter(rules(text), tables, jitter=lambda: 0.0, **more)


async def ask(judge: Any, number: object = 0) -> Reply:
    reply: Reply = await judge.answer(request(str(number)), reading=1, attempt=1)
    return reply


def run(place: Path, text: str, work: Callable[[Limiter], Awaitable[Any]], **more: Any) -> Any:
    async def whole() -> Any:
        one = limiter(place, text, **more)
        try:
            return await asyncio.wait_for(work(one), 60)
        finally:
            await one.close()

    return asyncio.run(whole())


async def at_once(place: Path, database: str, calls: int, seconds: float) -> None:
    """Ask `calls` questions that take so long, under a limit of three at once and fifty a minute; print the starts."""
    one = limiter(place, f"{NAME}: at_once=3, per_minute=50", database, patience=0.5, lease=1.5)
    judge = LimitedJudge(Api(GOOD, pause=seconds), one)
    print("ready", flush=True)

    async def timed(number: int) -> None:
        try:
            await ask(judge, number)
        except JudgeBusy:
            return
        print("answered", flush=True)

    await asyncio.gather(*(timed(number) for number in range(calls)))
    await one.close()


def test_it_is_the_same_judge_to_everyone_who_asks_it(tmp_path: Path) -> None:
    async def work(one: Limiter) -> None:
        inner = Api(GOOD)
        judge = limited(inner, one)
        assert isinstance(judge, LimitedJudge)
        assert (judge.name, judge.model, judge.concurrency) == (inner.name, inner.model, inner.concurrency)
        assert key_of(judge, request(), 2) == key_of(inner, request(), 2)
        assert (await ask(judge)).raw == GOOD
        own = Actor(GOOD)
        own.name = "local"
        assert limited(own, one) is own

    run(tmp_path, "", work)


def test_the_real_tokens_and_cost_take_the_place_of_the_estimate(tmp_path: Path) -> None:
    async def work(one: Limiter) -> State:
        await ask(LimitedJudge(Api(GOOD), one))
        unknown = Actor(GOOD)
        unknown.name = "http://127.0.0.1:1#m"
        await ask(limited(unknown, one))
        await asyncio.gather(*one._settling)
        return await one.state()

    state = run(tmp_path, f"{NAME}: dollars_per_day=1", work)
    mine, other = state.standings
    cost = price(NAME, 10, 5)
    assert cost and mine.use.dollars_today == Decimal(cost) / 10**9
    assert (mine.use.tokens_per_minute, mine.use.at_once, mine.use.unpriced_today) == (15, 0, 0)
    assert (other.name, other.use.unpriced_today, other.use.dollars_today) == ("http://127.0.0.1:1#m", 1, 0)
    assert state.shut == ()


def test_an_unpriced_judge_under_a_limit_of_money_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(one: Limiter) -> None:
        unknown = Actor(GOOD)
        unknown.name = "openai:a-model-that-nobody-knows"
        limited(unknown, one)

    with caplog.at_level(logging.WARNING):
        run(tmp_path, "openai:*: dollars_per_day=1", work)
    assert "no price of openai:a-model-that-nobody-knows" in caplog.text


def test_those_who_wait_go_in_the_order_in_which_they_came_and_never_too_many(tmp_path: Path) -> None:
    async def work(one: Limiter) -> Api:
        judge = Api(GOOD, pause=0.02)
        asked = LimitedJudge(judge, one)
        await asyncio.gather(*(ask(asked, number) for number in range(12)))
        return judge

    judge = run(tmp_path, "openai:*: at_once=2", work)
    assert judge.most_at_once == 2 and [user for user, _, _ in judge.calls] == [str(number) for number in range(12)]


@pytest.mark.parametrize("kind", ["overloaded", "timeout", "network"])
def test_a_judge_that_fails_is_left_alone_and_is_busy_and_one_call_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: FaultKind
) -> None:
    monkeypatch.setattr(circuit, "FIRST", 0.5)
    acts = [Fault(kind, "down")] * circuit.FAULTS + [GOOD]

    async def work(one: Limiter) -> None:
        judge = Api(*acts, pause=0.1)
        asked = LimitedJudge(judge, one)
        for _ in range(circuit.FAULTS - 1):
            with pytest.raises(Fault):
                await ask(asked)
        with pytest.raises(JudgeBusy) as caught:
            await ask(asked)
        assert caught.value.provider == "openai" and "down" in caught.value.reason and caught.value.seconds == 1.0
        with pytest.raises(JudgeBusy):
            await ask(asked)
        assert len(judge.calls) == circuit.FAULTS
        (shut,) = (await one.state()).shut
        assert shut.name == NAME and shut.failures == circuit.FAULTS
        await asyncio.sleep(0.5)
        one._patience = 20
        judge.most_at_once = 0
        trying = [asyncio.create_task(ask(asked, number)) for number in range(4)]
        await asyncio.sleep(0.05)
        assert len(judge.calls) == circuit.FAULTS + 1
        await asyncio.gather(*trying)
        assert (await one.state()).shut == ()

    run(tmp_path, "", work, patience=0.2)


def test_a_provider_s_wish_to_wait_reaches_every_worker(tmp_path: Path) -> None:
    async def work(one: Limiter) -> None:
        with pytest.raises(JudgeBusy) as caught:
            await ask(LimitedJudge(Api(Fault("rate-limited", "slow down", retry_after=50)), one))
        assert 49 < caught.value.seconds <= 50 and "asks to wait 50 s" in caught.value.reason
        other, judge = limiter(tmp_path), Api(GOOD)
        with pytest.raises(JudgeBusy):
            await ask(LimitedJudge(judge, other))
        await other.close()
        assert judge.calls == []

    run(tmp_path, "", work)


def test_a_busy_judge_leaves_no_fault_and_no_try_in_the_ledger(tmp_path: Path) -> None:
    async def work(one: Limiter) -> None:
        book = CallLedger(None, Limits(tries=1, retries=0))
        need = price(NAME, estimate(request()), request().max_tokens)
        assert need and need > 100
        judge = Api(GOOD)
        with pytest.raises(JudgeBusy) as caught:
            await book.ask(LimitedJudge(judge, one), request(), accept=keep)
        assert "US dollars a day" in caught.value.reason and judge.calls == []
        assert await book.faults() == []
        await book.close()

    run(tmp_path, f"{NAME}: dollars_per_day=0.0000001", work)


def test_a_call_that_is_stopped_gives_its_place_back_and_stays_counted(tmp_path: Path) -> None:
    async def work(one: Limiter) -> State:
        asking = asyncio.create_task(ask(LimitedJudge(Api(GOOD, pause=60), one)))
        while not one._held:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.gather(*one._settling)
        return await one.state()

    (mine,) = run(tmp_path, f"{NAME}: at_once=1", work).standings
    assert mine.use.at_once == 0 and mine.use.tokens_per_minute == estimate(request("0")) + request().max_tokens


def _child(place: Path, calls: int, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _CALLS, ROOT, str(place), address_for(str(place)), str(calls), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_processes_together_keep_the_limits(tmp_path: Path) -> None:
    children = [_child(tmp_path, 60, 0.02) for _ in range(2)]
    most = 0

    async def watch(one: Limiter) -> None:
        nonlocal most
        while any(child.poll() is None for child in children):
            for standing in (await one.state()).standings:
                most = max(most, standing.use.at_once)
            await asyncio.sleep(0.01)

    run(tmp_path, "", watch)
    answered = sum(child.communicate()[0].count("answered") for child in children)
    assert answered == 50 and most <= 3


def test_the_places_of_a_killed_process_come_back_and_those_of_a_living_one_stay(tmp_path: Path) -> None:
    async def work(one: Limiter) -> float:
        judge = LimitedJudge(Api(GOOD), one)
        while not (standings := (await one.state()).standings) or standings[0].use.at_once < 3:
            await asyncio.sleep(0.02)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask(judge), 2.5)
        child.kill()
        began = time.monotonic()
        await ask(judge)
        return time.monotonic() - began

    child = _child(tmp_path, 3, 60)
    try:
        assert run(tmp_path, f"{NAME}: at_once=3", work) < 4
    finally:
        child.kill()
        child.communicate()


def test_prices_are_those_of_the_price_list_or_unknown() -> None:
    assert price("local", 10, 10) == 0 and price("gullible:3", 10, 10) == 0
    assert price("http://127.0.0.1:1#gpt-4o", 10, 10) is None and price(f"openai:{uuid.uuid4()}", 10, 10) is None
    assert price(NAME, 1_000_000, 0) == 2_500_000_000
    assert Rule(NAME).fits(NAME)
