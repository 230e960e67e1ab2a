"""What durable judging is made of: the docket it serves, the register of workers, and the engine that runs jobs.

The docket is the truth. The engine's own state can be thrown away at any moment: what should be so is submitted again,
and the call ledger knows every answer that was paid for. Must not know Django, DBOS or how a debate is judged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

#: What an engine knows of a job: it waits for a worker, one has it, it came to its end, it broke, or nothing at all.
JobState = Literal["waiting", "running", "ended", "broken", "unknown"]
#: What a worker is to do: go on, take nothing new and end, or end at once because another process has its name.
Order = Literal["work", "drain", "leave"]


class Away(Exception):
    """The database does not answer just now. Nothing is lost; whoever asked tries again."""


@dataclass(frozen=True, slots=True)
class Run:
    """One attempt at a judging, as the queue has it.

    Attributes:
        id: its name; another attempt has another.
        live: whether people wait for it; such runs come first.
    """

    id: str
    live: bool


@dataclass(frozen=True, slots=True)
class Task:
    """What a run is to do.

    Attributes:
        run: the run's id.
        document: the case document without perceptions.
        method, judge, readings: how to judge it.
        posts: how many posts it holds.
        whole: whether the floor has closed after them; otherwise it goes on.
    """

    run: str
    document: dict[str, Any]
    method: str
    judge: str
    readings: int = 1
    posts: int = 0
    whole: bool = True


class Docket(Protocol):
    """Which judging is wanted, and what came of it. Every method may raise `Away`."""

    def waiting(self) -> Sequence[Run]:
        """Return runs that should be with the engine and are not, the most urgent first; a bounded number."""

    def queued(self, run: Run) -> None:
        """Note that the engine has `run`."""

    def begin(self, run: str, worker: str) -> Task | None:
        """Return what `run` is to do, now in the hands of `worker`; None if that is over or overtaken."""

    def settle(self, task: Task, case: dict[str, Any]) -> bool:
        """File the case, once; False if the run is over already."""

    def fail(self, run: str, message: str) -> None:
        """Note an attempt that failed outside the judge's answers; a bounded number of them are made."""

    def postpone(self, run: str, message: str, seconds: float) -> None:
        """End a run without an attempt: its judge is not ready, or busy, for so many seconds."""

    def under_way(self) -> Sequence[str]:
        """Return the runs that the engine should have known for a while."""

    def lose(self, run: str) -> None:
        """End a run that the engine does not know; another one is made, and it is no attempt."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A worker in the register.

    Attributes:
        name: its name, unique among those at work.
        version: of the jobs it can run.
    """

    name: str
    version: str


class Register(Protocol):
    """The workers that are at work. Times are the database's. Every method may raise `Away`."""

    def enter(self, name: str, incarnation: str, version: str) -> None:
        """Come to work; an older process of the same name has to leave."""

    def beat(self, name: str, incarnation: str) -> Order:
        """Say that one lives, and hear what to do."""

    def dead(self) -> Sequence[str]:
        """Return the names of workers that have not been heard of for too long and are not buried yet."""

    def bury(self, name: str) -> None:
        """Note that a dead worker's jobs were given back."""

    def alive(self) -> Sequence[Peer]:
        """Return the workers that were heard of lately."""

    def leave(self, name: str, incarnation: str) -> None:
        """Go, with nothing left in hand."""


Work = Callable[[], Coroutine[Any, Any, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a job, for whoever looks into it: what it was, what it returned, and when (seconds since 1970)."""

    name: str
    output: Mapping[str, Any] = field(default_factory=dict)
    began: float | None = None
    ended: float | None = None


class JobEngine(Protocol):
    """Runs jobs to their end, whatever happens to the process that began them."""

    @property
    def version(self) -> str:
        """The version of the jobs it can run; it takes no other's."""

    async def start(self, perform: Callable[[str], Awaitable[str]]) -> None:
        """Begin to take jobs, on the loop that runs: each is `perform` with the job's name, again after a crash.

        A job whose `perform` was cancelled counts as not ended.
        """

    def submit(self, job: str, *, first: bool) -> None:
        """Put a job into the queue, before others if `first`; a job that is known already is left as it is."""

    async def step(self, name: str, work: Work) -> Mapping[str, Any]:
        """Within a job: do `work` unless it was done before, and return what it returned then."""

    def state(self, jobs: Sequence[str], versions: Sequence[str]) -> Mapping[str, JobState]:
        """Return what is known of jobs; one that only a version not among `versions` can run is unknown."""

    def give_back(self, worker: str) -> int:
        """Put what a worker left undone back into the queue, and return how much."""

    def steps(self, job: str) -> Sequence[Step]:
        """Return the steps of a job so far."""

    def forget(self) -> None:
        """Drop what is kept of jobs that ended long ago."""

    def stop(self) -> None:
        """Take nothing more, and give back what was cancelled."""
