"""The worker judges what is behind, and one that is stopped or broken leaves nothing that another must repair."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from dikast.core.problems import InputError, Problem
from dikast.perception.port import Judge, JudgeBusy
from dikast.perception.providers.gullible import GullibleJudge
from dikast.record.verify import verify
from dikast.settings import Settings
from dikast.web import worker as workers
from dikast.web.account.models import Person
from dikast.web.debates import clock, judgings, opening, seating
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.posting import Sending, send
from dikast.web.worker import Worker

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "This is what I have to say about it, and it is long enough."


class Slow(GullibleJudge):
    """Answers after `seconds`, and counts what it was asked."""

    def __init__(self, seconds: float) -> None:
        super().__init__(1)
        self.seconds, self.asked, self.closed = seconds, 0, False

    async def answer(self, request: Any, *, reading: int, attempt: int) -> Any:
        self.asked += 1
        await asyncio.sleep(self.seconds)
        return await super().answer(request, reading=reading, attempt=attempt)

    async def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "INTERVAL", 0.02)


def worker(folder: Path, judge: Judge | None = None) -> Worker:
    made = Worker(Settings({"DIKAST_DATA": str(folder), "DIKAST_JUDGE": "gullible"}))
    if judge is not None:
        made._judges["gullible"] = judge
    return made


def closed_floor() -> Debate:
    ana, ben = (Person.objects.guest(name) for name in ("Ana", "Ben"))
    made = opening.start(ana, opening.Wish("A motion", "open-floor", "gullible", "A"), ("gullible",))
    seating.take(made.seats.get(side="B").key, ben)
    for n, person in enumerate((ana, ben, ana)):
        assert not send(made, person, Sending(f"{TEXT} {n}", f"n{n}")).problems
    for n, person in enumerate((ben, ana)):
        assert not send(made, person, Sending("", f"y{n}", "yields")).problems
    return made


async def until(met: Callable[[], bool], made: Worker) -> None:
    """Run `made` until `met`, then stop it."""
    running = asyncio.create_task(made.run())
    for _ in range(500):
        if await workers._aside(met):  # a thread that ends keeps its connection
            break
        await asyncio.sleep(0.02)
    made.stopping.set()
    await running


def run(work: Awaitable[None]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(work, 60)

    asyncio.run(bounded())


def ruled(made: Debate) -> Callable[[], bool]:
    return lambda: Debate.objects.get(pk=made.pk).state == "ruled"


def test_a_closed_floor_gets_a_ruling_that_verifies(tmp_path: Path) -> None:
    made = closed_floor()
    run(until(ruled(made), worker(tmp_path)))
    judging = made.judgings.get()
    case = json.loads(judging.document)
    assert ruled(made)() and judging.ruled and judging.holder == "" and not verify(case).problems
    assert [speech["id"] for speech in case["speeches"]] == ["p1", "p2", "p3"]


def test_a_worker_stopped_in_the_middle_lets_go_and_the_next_asks_nothing_twice(tmp_path: Path) -> None:
    made, slow = closed_floor(), Slow(30)
    run(until(lambda: slow.asked > 0, worker(tmp_path, slow)))
    judging = made.judgings.get()
    assert slow.closed and judging.held_until is None and not judging.ruled and judging.tries == 0
    heir = Slow(0)
    run(until(ruled(made), worker(tmp_path, heir)))
    asked, again = heir.asked, Slow(0)
    Judging.objects.update(ruled=False)
    Debate.objects.update(state="closed")
    run(until(ruled(made), worker(tmp_path, again)))
    assert asked > 0 and again.asked == 0


class Unready(GullibleJudge):
    """Fails with a problem."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    async def answer(self, request: Any, *, reading: int, attempt: int) -> Any:
        raise InputError(Problem(self.code, "judge", "is not there", ""))


@pytest.mark.parametrize(("code", "tries"), [("judge.unreachable", 0), ("judge.other", 1)])
def test_a_judge_that_is_not_ready_is_waited_for(tmp_path: Path, code: str, tries: int) -> None:
    made = closed_floor()
    run(until(lambda: bool(made.judgings.get().retry_at), worker(tmp_path, Unready(code))))
    judging = made.judgings.get()
    assert (judging.tries, judging.held_until) == (tries, None) and "is not there" in judging.fault


class Busy(GullibleJudge):
    """May not be asked for a while."""

    async def answer(self, request: Any, *, reading: int, attempt: int) -> Any:
        raise JudgeBusy("anthropic", datetime.now(UTC) + timedelta(hours=2), "the day's money is used up", 7200.0)


def test_a_busy_judge_puts_the_debate_back_without_an_attempt(tmp_path: Path) -> None:
    made = closed_floor()
    run(until(lambda: bool(made.judgings.get().retry_at), worker(tmp_path, Busy())))
    judging = made.judgings.get()
    assert (judging.tries, judging.held_until) == (0, None) and "anthropic is busy until" in judging.fault
    assert judging.retry_at is not None and 7000 < (judging.retry_at - timezone.now()).total_seconds() <= 7200


def test_one_thing_that_fails_stops_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = closed_floor()

    def broken() -> int:
        raise RuntimeError("one floor cannot be read")

    monkeypatch.setattr(clock, "strike", broken)
    run(until(ruled(made), worker(tmp_path)))
    assert ruled(made)() and "one floor cannot be read" in caplog.text


def test_a_judging_that_breaks_is_a_failed_attempt_and_the_worker_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = closed_floor(), closed_floor()
    claim = judgings.claim

    def spoiled(holder: str) -> judgings.Task | None:
        task = claim(holder)
        if task is not None and Judging.objects.get(pk=task.pk).debate_id == broken.pk:
            return replace(task, document={})
        return task

    monkeypatch.setattr(judgings, "claim", spoiled)
    run(until(lambda: ruled(whole)() and broken.judgings.get().tries == 1, worker(tmp_path)))
    assert ruled(whole)() and broken.judgings.get().tries == 1 and broken.judgings.get().fault
