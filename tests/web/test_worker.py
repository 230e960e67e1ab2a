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
from django.db import connection
from django.utils import timezone
from opentelemetry import trace

from dikast.core.problems import InputError, Problem
from dikast.jobs import worker as working
from dikast.jobs.contract import Task
from dikast.jobs.worker import Worker
from dikast.perception.port import Judge, JudgeBusy
from dikast.perception.providers.gullible import GullibleJudge
from dikast.record.verify import verify
from dikast.settings import Settings
from dikast.web.account.models import Person
from dikast.web.debates import clock, judgings, opening, operating, seating, workers
from dikast.web.debates.away import patient
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.models import Worker as Row
from dikast.web.debates.posting import Sending, send
from dikast.web.worker import open_worker

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
def _no_answers(transactional_db: None) -> None:
    """Start without a call ledger: on PostgreSQL it is another test's."""
    if own_database():
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA IF EXISTS dikast_calls CASCADE")


def worker(folder: Path, judge: Judge | None = None, name: str = "one") -> Worker:
    given = {"DIKAST_DATA": str(folder), "DIKAST_JUDGE": "gullible"}
    given |= {key: value for key in ("DIKAST_DATABASE",) if (value := own_database())}
    return open_worker(Settings(given), name, None if judge is None else lambda spec: judge)


def own_database() -> str:
    """Return the address of the tests' own PostgreSQL database, "" for SQLite."""
    held = connection.settings_dict
    if connection.vendor != "postgresql":
        return ""
    return f"postgresql://{held['USER']}@{held['HOST']}:{held['PORT']}/{held['NAME']}"


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
        if await asyncio.to_thread(patient(met)):
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


def test_a_worker_stopped_in_the_middle_lets_go_and_the_next_asks_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "GRACE", 0.2)
    made, slow = closed_floor(), Slow(30)
    run(until(lambda: slow.asked > 0, worker(tmp_path, slow)))
    judging = made.judgings.get()
    assert slow.closed and not judging.ruled and judging.tries == 0
    heir = Slow(0)
    run(until(ruled(made), worker(tmp_path, heir, "two")))
    asked, again = heir.asked, Slow(0)
    assert made.judgings.get().run == 1 and made.judgings.get().begun == 2
    Judging.objects.update(ruled=False)
    Debate.objects.update(state="closed")
    run(until(ruled(made), worker(tmp_path, again)))
    assert asked > 0 and again.asked == 0


def test_a_worker_that_died_is_taken_over_by_a_peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = closed_floor()
    dying = worker(tmp_path, Slow(30), "dying")

    async def die() -> None:
        running = asyncio.create_task(dying.run())
        while not await asyncio.to_thread(patient(lambda: made.judgings.get().holder)):
            await asyncio.sleep(0.02)
        monkeypatch.setattr(
            dying._engine, "stop", lambda: dying._engine._dbos.destroy(destroy_registry=True)
        )  # gives nothing back
        monkeypatch.setattr(dying._register, "leave", lambda name, incarnation: None)
        monkeypatch.setattr(working, "GRACE", 0.0)
        dying.stopping.set()
        await running

    run(die())
    assert made.judgings.get().holder == "dying"
    monkeypatch.setattr(workers, "SILENCE", timedelta(seconds=0.5))
    run(until(ruled(made), worker(tmp_path, Slow(0), "heir")))
    assert ruled(made)() and made.judgings.get().run == 1 and made.judgings.get().begun == 2
    assert Row.objects.get(name="dying").gone


def test_a_process_that_comes_with_the_name_of_another_makes_it_leave(tmp_path: Path) -> None:
    older = worker(tmp_path)

    async def both() -> None:
        running = asyncio.create_task(older.run())
        while not await asyncio.to_thread(patient(Row.objects.exists)):
            await asyncio.sleep(0.02)
        await asyncio.to_thread(older._register.enter, "one", "younger", "judging/1")
        await running

    run(both())
    assert not Row.objects.get().gone  # the younger one is at work


def test_a_run_that_the_engine_never_heard_of_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = closed_floor()
    Judging.objects.update(run=3, running=True, queued_at=timezone.now() - timedelta(minutes=1))
    monkeypatch.setattr(working, "CHECK", 0.1)
    run(until(ruled(made), worker(tmp_path)))
    assert made.judgings.get().run == 4


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
    assert (judging.tries, judging.running) == (tries, False) and "is not there" in judging.fault


class Busy(GullibleJudge):
    """May not be asked for a while."""

    async def answer(self, request: Any, *, reading: int, attempt: int) -> Any:
        raise JudgeBusy("anthropic", datetime.now(UTC) + timedelta(hours=2), "the day's money is used up", 7200.0)


def test_a_busy_judge_puts_the_debate_back_without_an_attempt(tmp_path: Path) -> None:
    made = closed_floor()
    run(until(lambda: bool(made.judgings.get().retry_at), worker(tmp_path, Busy())))
    judging = made.judgings.get()
    assert (judging.tries, judging.running) == (0, False) and "anthropic is busy until" in judging.fault
    assert judging.retry_at is not None and 7000 < (judging.retry_at - timezone.now()).total_seconds() <= 7200


def test_one_thing_that_fails_stops_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = closed_floor()

    def broken() -> int:
        raise RuntimeError("one floor cannot be read")

    monkeypatch.setattr(clock.Clock, "strike", lambda self: broken())
    run(until(ruled(made), worker(tmp_path)))
    assert ruled(made)() and "one floor cannot be read" in caplog.text


def test_a_judging_that_breaks_is_a_failed_attempt_and_the_worker_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = closed_floor(), closed_floor()
    begin, spoilt = judgings.PlatformDocket.begin, str(broken.judgings.get().pk)

    def spoiled(docket: judgings.PlatformDocket, run: str, name: str) -> Task | None:
        task = begin(docket, run, name)
        if task is not None and run.split(".")[0] == spoilt:
            return replace(task, document={})
        return task

    monkeypatch.setattr(judgings.PlatformDocket, "begin", spoiled)
    run(until(lambda: ruled(whole)() and broken.judgings.get().tries == 1, worker(tmp_path)))
    assert ruled(whole)() and broken.judgings.get().tries == 1 and broken.judgings.get().fault


def test_a_drained_worker_ends_as_told_and_one_that_has_to_leave_does_not(tmp_path: Path) -> None:
    async def ended(change: Callable[[], object]) -> str:
        made = worker(tmp_path)
        running = asyncio.create_task(made.run())
        while not await asyncio.to_thread(patient(Row.objects.filter(gone=False).exists)):
            await asyncio.sleep(0.02)
        await asyncio.to_thread(patient(change))
        return await running

    changes: dict[str, Callable[[], object]] = {
        "drain": lambda: operating.drain("one"),
        "leave": lambda: Row.objects.update(gone=True),
    }
    for order, change in changes.items():
        assert asyncio.run(ended(change)) == order


def test_a_run_is_a_span_with_its_questions_inside(tmp_path: Path) -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)
    made = closed_floor()
    run(until(ruled(made), worker(tmp_path)))
    spans = kept.get_finished_spans()
    (whole,) = [one for one in spans if one.name == "judging"]
    questions = [one for one in spans if one.name == "question"]
    assert whole.attributes and whole.attributes["dikast.outcome"] == "filed" and len(questions) == 4
    assert all(one.parent and one.parent.span_id == whole.context.span_id for one in questions)
    assert TEXT not in "".join(one.to_json() for one in spans)
