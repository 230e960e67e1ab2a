"""The judging worker: takes what `judgings` says is behind, has it judged, files the case; and keeps the clock.

One process; several may run beside each other on PostgreSQL. It stops when told to, letting go of what it holds; what
the judge had answered is in the call ledger and is not asked again. Must not know how anything is judged.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from typing import Any

import django
from django.conf import settings
from django.db import connection

from dikast import judging
from dikast.core.problems import InputError
from dikast.jobs.calls_postgresql import PostgresStore
from dikast.jobs.limit_rules import rules
from dikast.jobs.limit_tables import TABLES
from dikast.jobs.limited_judge import limited
from dikast.jobs.limits import SCHEMA, Limiter
from dikast.jobs.tables import open_tables
from dikast.perception.budget import Budget, Limits
from dikast.perception.calls import CallLedger
from dikast.perception.port import Judge, JudgeBusy
from dikast.perception.providers import open_judge
from dikast.settings import Settings

#: Seconds between looks for work and at the clock.
INTERVAL = 0.5
#: Judgings under way at once in one worker.
AT_ONCE = 4
#: Problems of a judge that whoever runs the platform can mend; until then debates wait, and nothing is a fault.
NOT_READY = frozenset({"judge.no-model", "judge.no-key", "judge.unreachable", "judge.no-package"})
#: Seconds until a judge that was not ready is asked for again.
WAIT = 15.0
_LOG = logging.getLogger("dikast.worker")


class Worker:
    """Judges until told to stop.

    Args:
        given: the settings in force.
    """

    def __init__(self, given: Settings) -> None:
        self.settings = given
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self.stopping = asyncio.Event()
        self._judges: dict[str, Judge] = {}
        database = given.text("DIKAST_DATABASE")
        self._calls = CallLedger(
            PostgresStore(database) if database else given.data / "calls.sqlite3",
            Limits(given.whole("DIKAST_TRIES"), given.whole("DIKAST_RETRIES")),
        )
        self._limiter = Limiter(
            rules(given.text("DIKAST_LIMITS")),
            open_tables(database, given.data / "limits.sqlite3", SCHEMA, TABLES),
        )

    async def run(self) -> None:
        """Work until `stopping` is set."""
        from dikast.web.debates import clock, judgings, mailing

        under_way: set[asyncio.Task[None]] = set()
        while not self.stopping.is_set():
            await _tried(clock.strike)
            await _tried(mailing.send_waiting)
            while len(under_way) < AT_ONCE:
                task = await _tried(judgings.claim, self.name)
                if task is None:
                    break
                running = asyncio.create_task(self._do(task))
                under_way.add(running)
                running.add_done_callback(under_way.discard)
            try:
                await asyncio.wait_for(self.stopping.wait(), INTERVAL)
            except TimeoutError:
                continue
        for running in under_way:
            running.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._calls.close()
        for judge in self._judges.values():
            await judge.close()
        await self._limiter.close()

    async def _do(self, task: Any) -> None:
        from dikast.web.debates import judgings

        renewing = asyncio.create_task(self._renew(task))
        try:
            done = await judging.judge(
                task.document,
                [self._judge(task.judge)],
                self._calls,
                method=task.method,
                readings=task.readings,
                budget=Budget(
                    self.settings.whole("DIKAST_MAX_CALLS") or None, self.settings.whole("DIKAST_MAX_TOKENS") or None
                ),
                running=not task.whole,
            )
            await _aside(judgings.settle, task, self.name, done.document)
        except asyncio.CancelledError:
            await _aside(judgings.release, task, self.name)
            raise
        except JudgeBusy as busy:
            await _aside(judgings.postpone, task, self.name, str(busy), busy.seconds)
        except InputError as error:
            if any(problem.code in NOT_READY for problem in error.problems):
                await _aside(judgings.postpone, task, self.name, str(error), WAIT)
                return
            await _aside(judgings.fail, task, self.name, str(error))
        except Exception as error:
            _LOG.exception("judging %s failed", task.pk)
            await _aside(judgings.fail, task, self.name, f"{type(error).__name__}: {error}")
        finally:
            renewing.cancel()

    async def _renew(self, task: Any) -> None:
        from dikast.web.debates import judgings

        while True:
            await asyncio.sleep(judgings.HOLD.total_seconds() / 2)
            await _tried(judgings.renew, task, self.name)

    def _judge(self, spec: str) -> Judge:
        if spec not in self._judges:
            self._judges[spec] = limited(open_judge(spec, self.settings), self._limiter)
        return self._judges[spec]


async def _tried(work: Any, *given: Any) -> Any:
    """Return what `work` returns; a failure is logged and left to the next round, so that one floor stops no other."""
    try:
        return await _aside(work, *given)
    except Exception:
        _LOG.exception("%s failed; it is tried again", work.__name__)
        return None


async def _aside(work: Any, *given: Any) -> Any:
    def run() -> Any:
        try:
            return work(*given)
        finally:  # the thread may never run again, and would keep its connection
            connection.close()

    return await asyncio.to_thread(run)


def main() -> None:
    """Run one worker until SIGTERM or SIGINT; pages come before it."""
    os.nice(5)
    django.setup(set_prefix=False)

    async def work() -> None:
        worker = Worker(settings.SETTINGS)
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, worker.stopping.set)
        for rule in rules(settings.SETTINGS.text("DIKAST_LIMITS")):
            if not any(rule.fits(name) for name in settings.DIKAST_JUDGES):
                _LOG.warning("DIKAST_LIMITS: %s is none of the judges in use", rule.name)
        _LOG.info("worker %s judges with %s", worker.name, ", ".join(settings.DIKAST_JUDGES))
        await worker.run()

    asyncio.run(work())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
    main()
