"""One run: take a task from the docket, have it judged with every question as a step, file the case.

A run may be carried out from its start by several workers one after the other. Must not know tables or pages.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from dikast import judging
from dikast.core.problems import InputError
from dikast.jobs.contract import Away, Docket, JobEngine
from dikast.jobs.tracing import span
from dikast.perception.budget import Budget
from dikast.perception.calls import Answer, CallLedger
from dikast.perception.port import Judge, JudgeBusy, Request

Accepted = TypeVar("Accepted")
Result = TypeVar("Result")

#: Problems of a judge that whoever runs the platform can mend; until then debates wait, and nothing is a fault.
NOT_READY = frozenset({"judge.no-model", "judge.no-key", "judge.unreachable", "judge.no-package"})
#: Seconds until a judge that was not ready is asked for again.
WAIT = 15.0
#: Seconds between tries while the database is away: the first and the longest.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
_LOG = logging.getLogger("dikast.jobs")


class StepCalls:
    """A call ledger whose every question is a step of a job.

    The engine tells steps apart by their order alone, and several readings side by side have no fixed order. That does
    no harm: a step's result only says that it was done; the answer itself is read from the ledger under its own key,
    and one that is not there is asked for.
    """

    def __init__(self, engine: JobEngine, ledger: CallLedger) -> None:
        self._engine, self._ledger = engine, ledger

    async def ask(
        self,
        judge: Judge,
        request: Request,
        reading: int = 1,
        *,
        accept: Callable[[Mapping[str, Any]], Accepted],
        budget: Budget | None = None,
    ) -> Answer[Accepted]:
        """Return the judge's answer. See `CallLedger.ask`."""
        answers: list[Answer[Accepted]] = []
        raised: list[Exception] = []

        async def put() -> Mapping[str, Any]:
            with span("question", question=request.question, judge=judge.name, reading=reading) as told:
                try:
                    answer = await self._ledger.ask(judge, request, reading, accept=accept, budget=budget)
                except Exception as error:  # told to whoever asked, not to the engine, which would keep it for ever
                    told.set_attribute("dikast.fault", getattr(error, "kind", type(error).__name__))
                    raised.append(error)
                    return {"question": request.question, "fault": str(error)}
                told.set_attribute("dikast.cached", answer.cached)
                told.set_attribute("dikast.tries", answer.tries)
                told.set_attribute("gen_ai.usage.input_tokens", answer.reply.tokens_in or 0)
                told.set_attribute("gen_ai.usage.output_tokens", answer.reply.tokens_out or 0)
            answers.append(answer)
            return {"question": request.question, "key": answer.key, "tries": answer.tries}

        await self._engine.step("question", put)
        if raised:
            raise raised[0]
        if answers:
            return answers[0]
        return await self._ledger.ask(judge, request, reading, accept=accept, budget=budget)


class Runs:
    """Carries out runs.

    Args:
        docket: where tasks come from.
        engine: who runs them.
        ledger: makes the call ledger; called on the engine's loop.
        judges: opens a judge by its name.
        worker: this process's name.
        budget: makes the budget of one judging.
        closing: closes what the judges share, after them.
    """

    def __init__(
        self,
        docket: Docket,
        engine: JobEngine,
        ledger: Callable[[], CallLedger],
        judges: Callable[[str], Judge],
        worker: str,
        budget: Callable[[], Budget],
        closing: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._docket, self._engine, self._worker = docket, engine, worker
        self._open, self._budget, self._make, self._closing = judges, budget, ledger, closing
        self._judges: dict[str, Judge] = {}
        self._ledger: CallLedger | None = None
        self._at_it: set[asyncio.Task[Any]] = set()
        self._ending = False

    async def perform(self, run: str) -> str:
        """Carry out a run to its end and return what came of it, in a word."""
        me = asyncio.current_task()
        assert me is not None
        if self._ending:  # left to another worker
            raise asyncio.CancelledError
        self._at_it.add(me)
        try:
            with span("judging", run=run, worker=self._worker) as told:
                came = await self._perform(run)
                told.set_attribute("dikast.outcome", came)
            return came
        finally:
            self._at_it.discard(me)

    async def end(self, seconds: float) -> None:
        """Begin nothing more, let what is under way end for so many seconds, cancel the rest, and close the judges."""
        self._ending = True
        if self._at_it:
            _, late = await asyncio.wait(self._at_it, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if self._ledger is not None:
            await self._ledger.close()
        for judge in self._judges.values():
            await judge.close()
        if self._closing is not None:
            await self._closing()

    async def _perform(self, run: str) -> str:
        task = await patiently(self._docket.begin, run, self._worker)
        if task is None:
            return "overtaken"
        if self._ledger is None:
            self._ledger = self._make()
        try:
            done = await judging.judge(
                task.document,
                [self._judge(task.judge)],
                StepCalls(self._engine, self._ledger),
                method=task.method,
                readings=task.readings,
                budget=self._budget(),
                running=not task.whole,
            )
        except JudgeBusy as busy:
            await patiently(self._docket.postpone, run, str(busy), busy.seconds)
            return "judge busy"
        except InputError as error:
            if any(problem.code in NOT_READY for problem in error.problems):
                await patiently(self._docket.postpone, run, str(error), WAIT)
                return "judge not ready"
            await patiently(self._docket.fail, run, str(error))
            return "failed"
        except Exception as error:
            _LOG.exception("judging %s failed", run, extra={"run": run, "worker": self._worker})
            await patiently(self._docket.fail, run, f"{type(error).__name__}: {error}")
            return "failed"
        filed = await patiently(self._docket.settle, task, done.document)
        return "filed" if filed else "overtaken"

    def _judge(self, spec: str) -> Judge:
        if spec not in self._judges:
            self._judges[spec] = self._open(spec)
        return self._judges[spec]


async def patiently(work: Callable[..., Result], *given: Any) -> Result:
    """Return what `work` returns, in a thread; while the database is away, wait for it."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await asyncio.to_thread(work, *given)
        except Away as error:
            _LOG.warning("the database is away (%s); trying again in %.1f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
