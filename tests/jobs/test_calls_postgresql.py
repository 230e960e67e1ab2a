"""Answers in PostgreSQL: paid once by many processes, through deaths and outages."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
from tests.jobs.databases import address_for
from tests.jobs.outage import Way
from tests.perception.servers import GOOD, request
from tests.perception.test_calls import Actor, keep

from dikast.jobs.calls_postgresql import PostgresStore
from dikast.perception.budget import Limits
from dikast.perception.calls import Answer, CallLedger
from dikast.perception.port import Fault

ROOT = str(Path(__file__).resolve().parents[2])
_HOLD = """
import asyncio, sys
sys.path.insert(0, sys.argv[2])
from tests.perception.servers import GOOD, request
from tests.perception.test_calls import Actor, keep
from dikast.jobs.calls_postgresql import PostgresStore
from dikast.perception.calls import CallLedger

async def main():
    book = CallLedger(PostgresStore(sys.argv[1], lease=1.5))
    judge = Actor(GOOD, pause=60)
    asking = asyncio.create_task(book.ask(judge, request(), accept=keep))
    while not judge.calls:
        await asyncio.sleep(0.01)
    print("asked", flush=True)
    await asking

asyncio.run(main())
"""


@pytest.fixture
def address() -> str:
    return address_for(str(uuid.uuid4()))


def test_workers_that_start_at_once_make_the_tables_once_and_pay_once(address: str) -> None:
    async def run() -> list[Answer[str]]:
        books = [CallLedger(PostgresStore(address)) for _ in range(8)]
        answers = await asyncio.gather(*(book.ask(judge, request(), accept=keep) for book in books))
        for book in books:
            await book.close()
        return answers

    judge = Actor(GOOD, pause=0.2)
    answers = asyncio.run(run())
    assert len(judge.calls) == 1 and sorted(answer.cached for answer in answers) == [False] + [True] * 7


def test_who_waited_for_another_s_tries_does_not_make_them_again(address: str) -> None:
    async def run() -> list[BaseException]:
        books = [CallLedger(PostgresStore(address), Limits(tries=2)) for _ in range(2)]
        asked = (book.ask(judge, request(), accept=keep) for book in books)
        found = await asyncio.gather(*asked, return_exceptions=True)
        for book in books:
            await book.close()
        return [one for one in found if isinstance(one, BaseException)]

    judge = Actor(Fault("empty", "nothing"), pause=0.1)
    faults = asyncio.run(run())
    assert len(judge.calls) == 2 and [type(fault) for fault in faults] == [Fault, Fault]


def test_the_claim_of_a_killed_process_comes_back_and_that_of_a_living_one_stays(address: str) -> None:
    async def ask() -> Answer[str]:
        book = CallLedger(PostgresStore(address, lease=1.5))
        answer = await book.ask(judge, request(), accept=keep)
        await book.close()
        return answer

    judge = Actor(GOOD)
    child = subprocess.Popen([sys.executable, "-c", _HOLD, address, ROOT], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "asked\n"
    try:
        with pytest.raises(TimeoutError):
            asyncio.run(asyncio.wait_for(ask(), 3))  # twice as long as a lease that is not renewed
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    killed = time.monotonic()
    answer = asyncio.run(asyncio.wait_for(ask(), 20))
    assert not answer.cached and len(judge.calls) == 1 and time.monotonic() - killed < 6


def test_an_answer_that_comes_while_the_database_is_away_is_neither_lost_nor_paid_again(address: str) -> None:
    async def run() -> tuple[list[Answer[str]], list[tuple[str, str, str, bool]]]:
        way = Way(address)
        book = CallLedger(PostgresStore(await way.mend()))
        asking = [asyncio.create_task(book.ask(judge, request(str(n)), accept=keep)) for n in range(8)]
        while len(judge.calls) < 2:
            await asyncio.sleep(0.01)
        await way.cut()
        await asyncio.sleep(3)
        assert len(judge.calls) == 2
        await way.mend()
        answers = await asyncio.gather(*asking)
        again = await asyncio.gather(*(book.ask(judge, request(str(n)), accept=keep) for n in range(8)))
        assert all(answer.cached for answer in again)
        faults = await book.faults()
        await book.close()
        await way.cut()
        return answers, faults

    judge = Actor(GOOD, pause=0.3)
    answers, faults = asyncio.run(run())
    assert len(judge.calls) == 8 and faults == []
    assert not any(answer.cached for answer in answers)


def test_a_reply_with_a_character_that_postgresql_cannot_hold_is_a_try_like_any_other(address: str) -> None:
    async def run() -> Answer[str]:
        book = CallLedger(PostgresStore(address))
        answer = await book.ask(judge, request(), accept=keep)
        await book.close()
        return answer

    judge = Actor(Fault("invalid", "no JSON: \0", raw="\0\ud800"), GOOD)
    assert asyncio.run(run()).tries == 2
