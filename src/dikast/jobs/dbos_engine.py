"""The job engine on DBOS: every judging a workflow, every question a step of it.

DBOS keeps its state in `jobs.sqlite3` or in the schema `dbos` of the PostgreSQL database. It takes over nothing by
itself: whoever finds a worker dead gives its jobs back (`give_back`). Must not know what a job does.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from dikast.jobs.contract import JobState, Step, Work

#: Version of the jobs' steps. Raise it when they change their order or meaning: jobs of an older version are then begun
#: anew (the call ledger knows their answers) unless a worker of that version is still there to end them.
VERSION: Final = "judging/1"
QUEUE: Final = "judging"
#: Seconds between looks into the queue.
POLL: Final = 0.15
#: For how long an ended job can be looked into, and how many are dropped in one go.
KEPT: Final = timedelta(days=3)
DROPPED: Final = 500
_WAITING, _RUNNING, _ENDED = frozenset({"ENQUEUED", "DELAYED"}), frozenset({"PENDING"}), frozenset({"SUCCESS"})
_UNDONE: Final = ["PENDING", "ENQUEUED", "DELAYED"]


def require() -> None:
    """Raise `ModuleNotFoundError` where DBOS is not installed."""
    import dbos  # noqa: F401 - that it is there is all that is asked


class DbosEngine:
    """Jobs on DBOS.

    Args:
        database: a postgresql:// address, or "" for SQLite in `data`.
        data: the data folder.
        worker: this process's name, unique among those at work.
        at_once: how many jobs one worker has under way.
    """

    version = VERSION

    def __init__(self, database: str, data: Path, worker: str, at_once: int) -> None:
        from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer

        logging.getLogger("dbos").setLevel(logging.WARNING)
        config: DBOSConfig = {
            "name": "dikast",
            "system_database_url": address_of(database, data),
            "executor_id": worker,
            "application_version": VERSION,
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "WARNING",
            "sys_db_pool_size": 10,
        }
        self._worker, self._at_once = worker, at_once
        self._dbos, self._address = DBOS, config["system_database_url"]
        DBOS(config=config)
        self._job: Any = None

    async def start(self, perform: Callable[[str], Awaitable[str]]) -> None:
        """Begin to take jobs. See `JobEngine.start`."""

        @self._dbos.workflow(name="judging")
        async def judging(job: str) -> str:
            return await perform(job)

        self._job = judging
        self._dbos.launch()  # it runs jobs on the loop of this thread
        await self._dbos.register_queue_async(
            QUEUE, worker_concurrency=self._at_once, polling_interval_sec=POLL, on_conflict="always_update"
        )

    def submit(self, job: str, *, first: bool) -> None:
        """Put a job into the queue. See `JobEngine.submit`."""
        from dbos import SetEnqueueOptions, SetWorkflowID

        with SetWorkflowID(job), SetEnqueueOptions(priority=1 if first else 2):
            self._dbos.enqueue_workflow(QUEUE, self._job, job)

    async def step(self, name: str, work: Work) -> Mapping[str, Any]:
        """Do a step of the job. See `JobEngine.step`."""
        done: Mapping[str, Any] = await self._dbos.run_step_async({"name": name}, work)
        return done

    def state(self, jobs: Sequence[str], versions: Sequence[str]) -> Mapping[str, JobState]:
        """Return what is known of jobs. See `JobEngine.state`."""
        found = dict.fromkeys(jobs, "unknown")
        rows = self._dbos.list_workflows(workflow_ids=list(jobs), load_input=False, load_output=False) if jobs else ()
        for row in rows:
            found[row.workflow_id] = _state(row.status, row.app_version in {*versions, None})
        return found  # type: ignore[return-value]

    def give_back(self, worker: str) -> int:
        """Put what a worker left undone back into the queue. See `JobEngine.give_back`."""
        left = self._dbos.list_workflows(
            status="PENDING", executor_id=worker, app_version=VERSION, load_input=False, load_output=False
        )
        jobs = [row.workflow_id for row in left]
        if jobs:
            self._dbos.resume_workflows(jobs, queue_name=QUEUE)
        return len(jobs)

    def steps(self, job: str) -> Sequence[Step]:
        """Return the steps of a job so far. See `JobEngine.steps`."""
        return steps_of(self._address or "", job)

    def forget(self) -> None:
        """Drop what is kept of jobs that ended long ago. See `JobEngine.forget`."""
        before = (datetime.now(UTC) - KEPT).isoformat()
        while True:
            old = self._dbos.list_workflows(completed_before=before, limit=DROPPED, load_input=False, load_output=False)
            if not old:
                return
            self._dbos.delete_workflows([row.workflow_id for row in old])

    def stop(self) -> None:
        """Take nothing more and give the rest back. See `JobEngine.stop`."""
        from dbos import DBOSClient

        self._dbos.destroy(destroy_registry=True)
        client = DBOSClient(system_database_url=self._address)
        try:
            left = client.list_workflows(status="PENDING", executor_id=self._worker, load_input=False)
            jobs = [row.workflow_id for row in left]
            if jobs:
                client.resume_workflows(jobs, queue_name=QUEUE)
        finally:
            client.destroy()


def steps_of(address: str, job: str) -> Sequence[Step]:
    """Return the steps of a job so far, from outside any worker.

    Args:
        address: the engine's database, as `address_of` gives it.
        job: the job's name.
    """
    from dbos import DBOSClient, DBOSPortableJSONSerializer

    client = DBOSClient(system_database_url=address, serializer=DBOSPortableJSONSerializer())
    try:
        rows = client.list_workflow_steps(job)
    finally:
        client.destroy()
    return [
        Step(row["function_name"], row["output"] or {}, _seconds(row, "started"), _seconds(row, "completed"))
        for row in rows
    ]


def _seconds(row: Mapping[str, Any], which: str) -> float | None:
    value = row.get(f"{which}_at_epoch_ms")
    return None if value is None else value / 1000


def _state(status: str, ours: bool) -> JobState:
    if status in _ENDED:
        return "ended"
    if status not in _WAITING | _RUNNING:
        return "broken"
    if not ours:
        return "unknown"
    return "waiting" if status in _WAITING else "running"


def address_of(database: str, data: Path) -> str:
    """Return the address of the engine's database; SQLite is put into its write-ahead mode, which it keeps."""
    if database:
        return database
    data.mkdir(parents=True, exist_ok=True)
    path = data / "jobs.sqlite3"
    with sqlite3.connect(path, timeout=30) as made:
        made.execute("PRAGMA journal_mode=WAL")
    made.close()
    return f"sqlite:///{path}"
