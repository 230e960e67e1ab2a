"""The call ledger: stored before used, paid once, bounded tries, faults that are never answers.

On SQLite; with DIKAST_DATABASE set, on that server.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.databases import address_for
from tests.perception.servers import GOOD, SCHEMA, request

from dikast.jobs.calls_postgresql import PostgresStore
from dikast.perception.budget import Budget, Limits
from dikast.perception.call_store import SqliteStore, Stored
from dikast.perception.calls import Answer, CallLedger, key_of
from dikast.perception.port import Fault, FaultKind, JudgeBusy, Reply, Request


class Actor:
    """A judge that plays a script of replies and faults, and counts."""

    name, model, concurrency = "actor", "actor-1", 2

    def __init__(self, *acts: str | Fault | JudgeBusy, pause: float = 0.0, model: str = "actor-1") -> None:
        self.acts, self.pause, self.model = list(acts), pause, model
        self.calls: list[tuple[str, int, int]] = []
        self.at_once = self.most_at_once = 0

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"temperature": "0"}

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        self.calls.append((request.user, reading, attempt))
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        await asyncio.sleep(self.pause)
        self.at_once -= 1
        act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]
        if isinstance(act, Fault | JudgeBusy):
            raise act
        return Reply(act, {"outcome": "held", "because": act}, 10, 5, None, self.model)

    async def close(self) -> None:
        pass


class Waits:
    """Stands in for sleeping, and remembers."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def keep(data: Mapping[str, Any]) -> str:
    return str(data["outcome"])


def only_held(data: Mapping[str, Any]) -> str:
    if data["outcome"] != "held":
        raise Fault("invalid", "not held")
    return "held"


class Desk:
    """One event loop for a test, and the ledgers in it; ledgers of one path share what they store."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.run: Callable[[Coroutine[Any, Any, Any]], Any] = runner.run
        self.books: list[CallLedger] = []

    def ledger(self, path: Path | None = None, limits: Limits | None = None, waits: Waits | None = None) -> CallLedger:
        address = address_for(str(path or uuid.uuid4()))
        book = CallLedger(
            PostgresStore(address) if address else path, limits, sleep=waits or Waits(), jitter=lambda: 0.0
        )
        self.books.append(book)
        return book

    def ask(self, book: CallLedger, judge: Actor, **more: Any) -> Answer[str]:
        answer: Answer[str] = self.run(book.ask(judge, request(), accept=more.pop("accept", keep), **more))
        return answer


@pytest.fixture
def desk() -> Iterator[Desk]:
    with asyncio.Runner() as runner:
        made = Desk(runner)
        yield made
        for book in made.books:
            runner.run(book.close())


def test_an_answer_is_paid_for_once_across_processes_readings_apart(desk: Desk, tmp_path: Path) -> None:
    judge, file = Actor(GOOD), tmp_path / "deep" / "calls.sqlite"
    first = desk.ask(desk.ledger(file), judge)
    again = desk.ask(desk.ledger(file), judge)
    other = desk.ask(desk.ledger(file), judge, reading=2)
    assert (first.cached, again.cached, other.cached) == (False, True, False)
    assert again.reply == Reply(GOOD, {"outcome": "held", "because": "it is met"}, 10, 5, None, "actor-1")
    assert [call[1] for call in judge.calls] == [1, 2]
    assert again.value == "held" and again.tries == 1


def test_identical_asks_at_once_are_one_call(desk: Desk) -> None:
    async def many() -> list[Answer[str]]:
        book = desk.ledger()
        return await asyncio.gather(*(book.ask(judge, request(), accept=keep) for _ in range(20)))

    judge = Actor(GOOD, pause=0.01)
    answers = desk.run(many())
    assert len(judge.calls) == 1 and {answer.value for answer in answers} == {"held"}


def test_a_cancelled_asker_does_not_lose_the_answer_that_others_wait_for(desk: Desk) -> None:
    async def run() -> str:
        book = desk.ledger()
        one = asyncio.create_task(book.ask(judge, request(), accept=keep))
        two = asyncio.create_task(book.ask(judge, request(), accept=keep))
        await asyncio.sleep(0.01)
        one.cancel()
        return (await two).value

    judge = Actor(GOOD, pause=0.05)
    assert desk.run(run()) == "held" and len(judge.calls) == 1


def test_no_more_calls_at_once_than_the_judge_allows(desk: Desk) -> None:
    async def many() -> None:
        book = desk.ledger()
        await asyncio.gather(*(book.ask(judge, request(str(n)), accept=keep) for n in range(9)))

    judge = Actor(GOOD, pause=0.005)
    desk.run(many())
    assert judge.most_at_once == 2 and len(judge.calls) == 9


def test_a_reply_the_question_refuses_is_a_try_and_is_never_served(desk: Desk, tmp_path: Path) -> None:
    broke = GOOD.replace("held", "broke")
    judge, file = Actor(broke, broke, GOOD), tmp_path / "calls"
    answer = desk.ask(desk.ledger(file), judge, accept=only_held)
    assert (answer.tries, answer.value) == (3, "held")
    assert [call[2] for call in judge.calls] == [1, 2, 3]
    assert desk.ask(desk.ledger(file), judge, accept=only_held).tries == 3 and len(judge.calls) == 3


def test_the_tries_of_a_question_are_bounded_and_a_later_round_goes_on_with_new_ones(
    desk: Desk, tmp_path: Path
) -> None:
    judge, book = Actor(Fault("empty", "nothing", tokens_in=4)), desk.ledger(tmp_path / "calls", Limits(tries=3))
    for expected in (3, 6):
        with pytest.raises(Fault) as caught:
            desk.ask(book, judge)
        assert caught.value.kind == "empty" and len(judge.calls) == expected
    assert [call[2] for call in judge.calls] == [1, 2, 3, 4, 5, 6]
    assert [kind for _, kind, _, gave_up in desk.run(book.faults()) if gave_up] == ["empty", "empty"]


def test_the_tokens_of_a_question_are_bounded(desk: Desk) -> None:
    judge = Actor(Fault("cut-off", "cut", tokens_in=60, tokens_out=60))
    with pytest.raises(Fault):
        desk.ask(desk.ledger(limits=Limits(tries=9, tokens=200)), judge)
    assert len(judge.calls) == 2


@pytest.mark.parametrize("kind", ["rate-limited", "overloaded", "timeout", "network"])
def test_a_call_that_brought_no_reply_is_repeated_as_the_same_try(desk: Desk, kind: FaultKind) -> None:
    judge, waits = Actor(Fault(kind, "later"), Fault(kind, "later"), GOOD), Waits()
    answer = desk.ask(desk.ledger(waits=waits), judge)
    assert answer.tries == 1 and [call[2] for call in judge.calls] == [1, 1, 1]
    assert waits.seconds == [0.5, 1.0]


def test_the_provider_s_wait_is_honoured_up_to_a_cap(desk: Desk) -> None:
    waits = Waits()
    desk.ask(desk.ledger(waits=waits), Actor(Fault("rate-limited", "later", retry_after=7), GOOD))
    assert waits.seconds == [7]
    judge = Actor(Fault("rate-limited", "later", retry_after=3600), GOOD)
    with pytest.raises(Fault) as caught:
        desk.ask(desk.ledger(), judge)
    assert caught.value.kind == "rate-limited" and len(judge.calls) == 1


@pytest.mark.parametrize("asked", [1e11, -1.0, float("nan"), float("inf")])
def test_a_wait_that_no_provider_can_mean_is_none(desk: Desk, asked: float) -> None:
    waits = Waits()
    answer = desk.ask(desk.ledger(waits=waits), Actor(Fault("rate-limited", "later", retry_after=asked), GOOD))
    assert answer.tries == 1 and waits.seconds == [0.5]


@pytest.mark.parametrize("kind", ["auth", "too-long", "unavailable"])
def test_what_cannot_help_is_not_tried_again(desk: Desk, kind: FaultKind) -> None:
    judge = Actor(Fault(kind, "no", retryable=False))
    with pytest.raises(Fault):
        desk.ask(desk.ledger(), judge)
    assert len(judge.calls) == 1


def test_a_spent_budget_is_a_fault_before_the_call_and_stored_answers_cost_nothing(desk: Desk, tmp_path: Path) -> None:
    book, judge, budget = desk.ledger(tmp_path / "calls"), Actor(GOOD), Budget(calls=1)
    desk.ask(book, judge, budget=budget)
    desk.ask(book, judge, budget=budget)
    with pytest.raises(Fault) as caught:
        desk.ask(book, judge, budget=budget, reading=2)
    assert caught.value.kind == "budget" and len(judge.calls) == 1
    assert (budget.spent.calls, budget.spent.tokens_in, budget.spent.tokens_out) == (1, 10, 5)


def test_a_busy_judge_is_no_fault_no_try_and_no_call(desk: Desk) -> None:
    busy = JudgeBusy("actor", datetime(2026, 1, 1, tzinfo=UTC), "the day's money is spent", 60.0)
    book, judge, budget = desk.ledger(limits=Limits(tries=1, retries=0)), Actor(busy, busy, GOOD), Budget(calls=1)
    for _ in range(2):
        with pytest.raises(JudgeBusy) as caught:
            desk.ask(book, judge, budget=budget)
        assert caught.value is busy
    assert desk.run(book.faults()) == [] and budget.spent.calls == 0
    assert desk.ask(book, judge, budget=budget).tries == 1


class SlowStore(SqliteStore):
    """Takes its time to store."""

    async def add(self, reply: Stored) -> None:
        await asyncio.sleep(0.1)
        await super().add(reply)


def test_an_answer_that_came_is_stored_also_when_everything_is_stopped(tmp_path: Path) -> None:
    async def stopped() -> None:
        book = CallLedger(SlowStore(tmp_path / "calls"))
        asking = asyncio.create_task(book.ask(judge, request(), accept=keep))
        while not judge.calls:
            await asyncio.sleep(0)
        await asyncio.sleep(0.02)
        await book.close()
        with pytest.raises(asyncio.CancelledError):
            await asking

    async def again() -> Answer[str]:
        book = CallLedger(tmp_path / "calls")
        answer = await book.ask(judge, request(), accept=keep)
        await book.close()
        return answer

    judge = Actor(GOOD)
    asyncio.run(stopped())
    assert asyncio.run(again()).cached and len(judge.calls) == 1


TEXT = st.text(max_size=12)


@given(TEXT, TEXT, TEXT, st.integers(1, 5), TEXT, TEXT)
@settings(max_examples=60)
def test_the_key_depends_on_every_part_and_on_nothing_else(
    question: str, system: str, user: str, reading: int, model: str, change: str
) -> None:
    def key(**other: Any) -> str:
        parts = {"question": question, "system": system, "user": user, "reading": reading, "model": model, **other}
        asked = Request(parts["question"], parts["system"], parts["user"], dict(reversed(SCHEMA.items())), True, 9)
        return key_of(Actor(GOOD, model=parts["model"]), asked, parts["reading"])

    base = key()
    assert base == key_of(Actor("x", model=model), Request(question, system, user, SCHEMA, False, 70), reading)
    assert key(reading=reading + 1) != base
    for part, value in {"question": question, "system": system, "user": user, "model": model}.items():
        assert (key(**{part: change}) == base) == (change == value)
