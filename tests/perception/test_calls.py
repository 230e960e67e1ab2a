"""The call ledger: stored before used, paid once, bounded tries, faults that are never answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.perception.servers import GOOD, SCHEMA, request

from dikast.perception.budget import Budget, Limits
from dikast.perception.calls import Answer, CallLedger, key_of
from dikast.perception.port import Fault, FaultKind, Reply, Request


class Actor:
    """A judge that plays a script of replies and faults, and counts."""

    name, model, concurrency = "actor", "actor-1", 2

    def __init__(self, *acts: str | Fault, pause: float = 0.0, model: str = "actor-1") -> None:
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
        if isinstance(act, Fault):
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


def ledger(path: Path | None = None, limits: Limits | None = None, waits: Waits | None = None) -> CallLedger:
    return CallLedger(path, limits, sleep=waits or Waits(), jitter=lambda: 0.0)


def ask(book: CallLedger, judge: Actor, **more: Any) -> Answer[str]:
    return asyncio.run(book.ask(judge, request(), accept=more.pop("accept", keep), **more))


def test_an_answer_is_paid_for_once_across_processes_readings_apart(tmp_path: Path) -> None:
    judge, file = Actor(GOOD), tmp_path / "deep" / "calls.sqlite"
    first = ask(ledger(file), judge)
    again = ask(ledger(file), judge)
    other = ask(ledger(file), judge, reading=2)
    assert (first.cached, again.cached, other.cached) == (False, True, False)
    assert again.reply == Reply(GOOD, {"outcome": "held", "because": "it is met"}, 10, 5, None, "actor-1")
    assert [call[1] for call in judge.calls] == [1, 2]
    assert again.value == "held" and again.tries == 1


def test_identical_asks_at_once_are_one_call() -> None:
    async def many() -> list[Answer[str]]:
        book = ledger()
        return await asyncio.gather(*(book.ask(judge, request(), accept=keep) for _ in range(20)))

    judge = Actor(GOOD, pause=0.01)
    answers = asyncio.run(many())
    assert len(judge.calls) == 1 and {answer.value for answer in answers} == {"held"}


def test_a_cancelled_asker_does_not_lose_the_answer_that_others_wait_for() -> None:
    async def run() -> str:
        book = ledger()
        one = asyncio.create_task(book.ask(judge, request(), accept=keep))
        two = asyncio.create_task(book.ask(judge, request(), accept=keep))
        await asyncio.sleep(0.01)
        one.cancel()
        return (await two).value

    judge = Actor(GOOD, pause=0.05)
    assert asyncio.run(run()) == "held" and len(judge.calls) == 1


def test_no_more_calls_at_once_than_the_judge_allows() -> None:
    async def many() -> None:
        book = ledger()
        await asyncio.gather(*(book.ask(judge, request(str(n)), accept=keep) for n in range(9)))

    judge = Actor(GOOD, pause=0.005)
    asyncio.run(many())
    assert judge.most_at_once == 2 and len(judge.calls) == 9


def test_a_reply_the_question_refuses_is_a_try_and_is_never_served(tmp_path: Path) -> None:
    broke = GOOD.replace("held", "broke")
    judge, file = Actor(broke, broke, GOOD), tmp_path / "calls"
    answer = ask(ledger(file), judge, accept=only_held)
    assert (answer.tries, answer.value) == (3, "held")
    assert [call[2] for call in judge.calls] == [1, 2, 3]
    assert ask(ledger(file), judge, accept=only_held).tries == 3 and len(judge.calls) == 3


def test_the_tries_of_a_question_are_bounded_and_a_later_round_goes_on_with_new_ones(tmp_path: Path) -> None:
    judge, book = Actor(Fault("empty", "nothing", tokens_in=4)), ledger(tmp_path / "calls", Limits(tries=3))
    for expected in (3, 6):
        with pytest.raises(Fault) as caught:
            ask(book, judge)
        assert caught.value.kind == "empty" and len(judge.calls) == expected
    assert [call[2] for call in judge.calls] == [1, 2, 3, 4, 5, 6]
    assert [kind for _, kind, _, gave_up in book.faults() if gave_up] == ["empty", "empty"]


def test_the_tokens_of_a_question_are_bounded() -> None:
    judge = Actor(Fault("cut-off", "cut", tokens_in=60, tokens_out=60))
    with pytest.raises(Fault):
        ask(ledger(limits=Limits(tries=9, tokens=200)), judge)
    assert len(judge.calls) == 2


@pytest.mark.parametrize("kind", ["rate-limited", "overloaded", "timeout", "network"])
def test_a_call_that_brought_no_reply_is_repeated_as_the_same_try(kind: FaultKind) -> None:
    judge, waits = Actor(Fault(kind, "later"), Fault(kind, "later"), GOOD), Waits()
    answer = ask(ledger(waits=waits), judge)
    assert answer.tries == 1 and [call[2] for call in judge.calls] == [1, 1, 1]
    assert waits.seconds == [0.5, 1.0]


def test_the_provider_s_wait_is_honoured_up_to_a_cap() -> None:
    waits = Waits()
    ask(ledger(waits=waits), Actor(Fault("rate-limited", "later", retry_after=7), GOOD))
    assert waits.seconds == [7]
    judge = Actor(Fault("rate-limited", "later", retry_after=3600), GOOD)
    with pytest.raises(Fault) as caught:
        ask(ledger(), judge)
    assert caught.value.kind == "rate-limited" and len(judge.calls) == 1


@pytest.mark.parametrize("asked", [1e11, -1.0, float("nan"), float("inf")])
def test_a_wait_that_no_provider_can_mean_is_none(asked: float) -> None:
    waits = Waits()
    answer = ask(ledger(waits=waits), Actor(Fault("rate-limited", "later", retry_after=asked), GOOD))
    assert answer.tries == 1 and waits.seconds == [0.5]


@pytest.mark.parametrize("kind", ["auth", "too-long", "unavailable"])
def test_what_cannot_help_is_not_tried_again(kind: FaultKind) -> None:
    judge = Actor(Fault(kind, "no", retryable=False))
    with pytest.raises(Fault):
        ask(ledger(), judge)
    assert len(judge.calls) == 1


def test_a_spent_budget_is_a_fault_before_the_call_and_stored_answers_cost_nothing(tmp_path: Path) -> None:
    book, judge, budget = ledger(tmp_path / "calls"), Actor(GOOD), Budget(calls=1)
    ask(book, judge, budget=budget)
    ask(book, judge, budget=budget)
    with pytest.raises(Fault) as caught:
        ask(book, judge, budget=budget, reading=2)
    assert caught.value.kind == "budget" and len(judge.calls) == 1
    assert (budget.spent.calls, budget.spent.tokens_in, budget.spent.tokens_out) == (1, 10, 5)


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
