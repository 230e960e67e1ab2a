"""The worker: submits what the docket says is behind, lets the engine run it, and takes over from the dead.

Any number of workers may serve one docket; each does all of this. It stops when told to, and gives back what it has
not ended. Must not know how anything is judged, nor tables or pages.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dikast.jobs.contract import Away, Docket, JobEngine, Order, Register
from dikast.jobs.judging_run import Runs

#: Seconds between looks for work, for word of the others, for runs that got lost, and for old jobs.
LOOK, BEAT, CHECK, FORGET = 0.15, 2.0, 5.0, 600.0
#: Seconds that running jobs have to end in when the worker is told to stop.
GRACE = 8.0
_LOG = logging.getLogger("dikast.jobs")


@dataclass
class Chore:
    """Something to be done again and again beside judging: what, and the seconds in between."""

    work: Callable[[], Any]
    every: float
    due: float = 0.0


class Worker:
    """Judges until told to stop.

    Args:
        name: unique among the workers at work; a process that comes with the name of another makes it leave.
        docket: what is to be judged.
        register: who is at work.
        engine: who runs the jobs.
        runs: how a job is carried out.
        chores: what else is to be done.
    """

    def __init__(
        self,
        name: str,
        docket: Docket,
        register: Register,
        engine: JobEngine,
        runs: Runs,
        chores: Sequence[Chore] = (),
    ) -> None:
        self.name, self.incarnation = name, uuid.uuid4().hex
        self.stopping = asyncio.Event()
        self._docket, self._register, self._engine, self._runs = docket, register, engine, runs
        self._order: Order = "work"
        ours = (Chore(self._submit, LOOK), Chore(self._beat, BEAT), Chore(self._take_over, BEAT))
        later = (Chore(self._check, CHECK, time.monotonic() + CHECK), Chore(engine.forget, FORGET))
        self._chores = [*ours, *later, *chores]

    async def run(self) -> Order:
        """Work until `stopping` is set or the register says to end; return the last order."""
        await asyncio.to_thread(self._register.enter, self.name, self.incarnation, self._engine.version)
        await self._engine.start(self._runs.perform)
        while not self.stopping.is_set() and self._order == "work":
            for chore in self._chores:
                if chore.due <= time.monotonic():
                    await self._tried(chore.work)
                    chore.due = time.monotonic() + chore.every
            try:
                await asyncio.wait_for(self.stopping.wait(), LOOK)
            except TimeoutError:
                continue
        await self._runs.end(0.0 if self._order == "leave" else GRACE)
        await self._tried(self._leave)
        return self._order

    async def _tried(self, work: Callable[[], Any]) -> None:
        """Do `work`; a failure is logged and left to the next time, so that one thing stops no other."""
        try:
            await asyncio.to_thread(work)
        except Away as error:
            _LOG.warning("the database is away: %s", error)
        except Exception:
            _LOG.exception("%s failed; it is tried again", getattr(work, "__name__", work))

    def _leave(self) -> None:
        self._engine.stop()
        self._register.leave(self.name, self.incarnation)

    def _submit(self) -> None:
        for run in self._docket.waiting():
            self._engine.submit(run.id, first=run.live)
            self._docket.queued(run)

    def _beat(self) -> None:
        self._order = self._register.beat(self.name, self.incarnation)
        if self._order != "work":
            _LOG.warning("worker %s ends: %s", self.name, self._order)

    def _take_over(self) -> None:
        for name in self._register.dead():
            jobs = self._engine.give_back(name)
            self._register.bury(name)
            _LOG.warning("worker %s is dead; its %d jobs go on elsewhere", name, jobs)

    def _check(self) -> None:
        """Look for runs that the docket believes under way and the engine has ended, broken or never heard of."""
        runs = self._docket.under_way()
        versions = {peer.version for peer in self._register.alive()} | {self._engine.version}
        for run, state in self._engine.state(runs, sorted(versions)).items():
            if state in ("ended", "unknown"):
                self._docket.lose(run)
            elif state == "broken":
                self._docket.fail(run, "the job broke; the worker's log says why")
