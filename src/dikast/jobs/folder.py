"""A folder of debates as a docket: what has no case yet is wanted, and the files are the truth.

Files are read when their turn comes. Must not know commands, or how a debate is judged.
"""

from __future__ import annotations

import json
import os
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dikast.core import formats
from dikast.core.problems import InputError
from dikast.jobs.contract import Order, Peer, Run, Task
from dikast.record import case as cases

#: Attempts at a debate in one go of the command.
TRIES: Final = 3
#: Seconds that a debate rests after an attempt that failed.
REST: Final = 5.0
#: Methods by what a case's file is called after.
_METHODS: Final = {"graph": "graph/1", "rubric": "rubric/1"}


@dataclass(frozen=True, slots=True)
class Item:
    """One debate: the name of its case, and where it is read from."""

    name: str
    read: Callable[[], dict[str, Any]]


@dataclass
class _Going:
    item: Item
    run: str
    tries: int = 0
    due: float = 0.0
    queued: bool = False
    since: float = 0.0


@dataclass
class Count:
    """What became of the debates so far: judged before, judged now, and not judged."""

    before: int = 0
    judged: int = 0
    failed: int = 0


class FolderDocket:
    """Debates whose cases go into a folder. See `jobs.contract.Docket`.

    Args:
        items: the debates; taken one after the other as there is room.
        out: the folder of cases.
        method: the method, "" for that of each debate's format.
        judge, readings: who answers the questions, and how many times over.
        room: how many are with the engine at once.
        again: whether debates are judged that have a case.
    """

    def __init__(
        self,
        items: Iterable[Item],
        out: Path,
        method: str,
        judge: str,
        readings: int = 1,
        room: int = 16,
        again: bool = False,
    ) -> None:
        self._items: Iterator[Item] | None = iter(items)
        self._out, self._method, self._judge, self._readings = out, method, judge, readings
        self._room, self._again = room, again
        self._going: dict[str, _Going] = {}
        self._mark, self._number = uuid.uuid4().hex[:12], 0
        self._lock = threading.RLock()
        self.count = Count()

    @property
    def over(self) -> bool:
        """Whether every debate has a case or was given up."""
        with self._lock:
            return self._items is None and not self._going

    def waiting(self) -> Sequence[Run]:
        """Return the runs that there is room for."""
        with self._lock:
            while self._items is not None and len(self._going) < self._room:
                item = next(self._items, None)
                if item is None:
                    self._items = None
                elif not self._again and self._has_case(item):
                    self.count.before += 1
                else:
                    going = _Going(item, self._name())
                    self._going[going.run] = going
            now = time.monotonic()
            return [Run(one.run, False) for one in self._going.values() if not one.queued and one.due <= now]

    def queued(self, run: Run) -> None:
        """Note that the engine has `run`."""
        with self._lock:
            if run.id in self._going:
                self._going[run.id].queued, self._going[run.id].since = True, time.monotonic()

    def begin(self, run: str, worker: str) -> Task | None:
        """Read a debate; one that cannot be read is given up."""
        going = self._going.get(run)
        if going is None:  # of a process that is no more
            return None
        try:
            document = going.item.read()
        except (InputError, OSError) as error:
            self._give_up(going, str(error))
            return None
        known = document.get("format") in formats.ids()
        usual = formats.get(document["format"]).method if known else "graph/1"
        method = self._method or document.get("method") or usual
        return Task(run, document, method, self._judge, self._readings)

    def settle(self, task: Task, case: dict[str, Any]) -> bool:
        """Write the case; one with faults in it is an attempt that failed."""
        going = self._going.get(task.run)
        if going is None:
            return False
        if faults := case.get("faults"):
            self.fail(task.run, str(faults[0].get("message", "")))
            return True
        short = task.method.partition("/")[0]
        _write(self._out / f"{going.item.name}.{short}.case.json", cases.write(case))
        with self._lock:
            self._going.pop(task.run, None)
            self.count.judged += 1
        return True

    def fail(self, run: str, message: str) -> None:
        """Note an attempt that failed; after some the debate is given up."""
        with self._lock:
            going = self._going.get(run)
            if going is None:
                return
            going.tries += 1
            if going.tries >= TRIES:
                self._give_up(going, message)
            else:
                self._later(going, REST * going.tries)

    def postpone(self, run: str, message: str, seconds: float) -> None:
        """Let a debate rest; it is no attempt."""
        with self._lock:
            if run in self._going:
                self._later(self._going[run], seconds)

    def under_way(self) -> Sequence[str]:
        """Return the runs that the engine should have known for a while."""
        with self._lock:
            old = time.monotonic() - 10
            return [one.run for one in self._going.values() if one.queued and one.since < old]

    def lose(self, run: str) -> None:
        """Make another run of one that the engine does not know."""
        self.postpone(run, "", 0)

    def _has_case(self, item: Item) -> bool:
        wanted = [short for short, method in _METHODS.items() if self._method in ("", method)]
        return any((self._out / f"{item.name}.{short}.case.json").exists() for short in wanted)

    def _name(self) -> str:
        self._number += 1
        return f"{self._mark}.{self._number}"

    def _later(self, going: _Going, seconds: float) -> None:
        """Give the debate another run, since the engine never runs one twice."""
        del self._going[going.run]
        going.run, going.queued, going.due = self._name(), False, time.monotonic() + seconds
        self._going[going.run] = going

    def _give_up(self, going: _Going, message: str) -> None:
        with self._lock:
            if self._going.pop(going.run, None) is None:
                return
            self.count.failed += 1
            line = json.dumps({"debate": going.item.name, "reason": message[:2000]}, ensure_ascii=False)
            with (self._out / "not-judged.jsonl").open("a", encoding="utf-8", errors="replace") as file:
                file.write(line + "\n")


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


class Alone:
    """The register of a worker that has no peers. See `jobs.contract.Register`."""

    def enter(self, name: str, incarnation: str, version: str) -> None:
        """Come to work."""

    def beat(self, name: str, incarnation: str) -> Order:
        """Go on."""
        return "work"

    def dead(self) -> Sequence[str]:
        """Nobody is."""
        return ()

    def bury(self, name: str) -> None:
        """Nobody is."""

    def alive(self) -> Sequence[Peer]:
        """There is nobody else."""
        return ()

    def leave(self, name: str, incarnation: str) -> None:
        """Go."""
