"""`dikast serve` answers, starts again what dies, and takes everything with it when it ends."""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from serving import Served, served

from dikast.web import supervisor
from dikast.web.supervisor import Child


def children(pid: int) -> list[int]:
    """Return the processes that `pid` started, and theirs."""
    found = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return found + [below for child in found for below in children(child)]


def command(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def until(met: Callable[[], bool]) -> bool:
    for _ in range(200):
        if met():
            return True
        time.sleep(0.05)
    return False


def worker_of(here: Served) -> list[int]:
    return [pid for pid in children(here.pid) if "dikast.web.worker" in command(pid)]


def test_the_whole_platform_lives_and_ends_as_one(tmp_path: Path) -> None:
    with served(tmp_path) as here:
        with urllib.request.urlopen(f"{here.address}/health", timeout=10) as answer:
            assert answer.status == 200
        (before,) = worker_of(here)
        os.kill(before, signal.SIGKILL)
        assert until(lambda: bool(worker_of(here)) and worker_of(here) != [before])
        started = children(here.pid)
        assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert len(started) >= 3 and until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))
    assert f"http://127.0.0.1:{here.port}/" in here.log.read_text() and "Traceback" not in here.log.read_text()


def test_a_child_that_keeps_dying_is_started_ever_more_slowly() -> None:
    child = Child("broken", [sys.executable, "-c", "raise SystemExit(3)"])
    now, pauses = 0.0, []
    for _ in range(4):
        child.tend(now)
        assert child.process is not None
        child.process.wait()
        child.tend(now)
        pauses.append(child.start_at - now)
        now = child.start_at
    assert pauses == [1.0, 2.0, 4.0, 8.0] and max(pauses) <= supervisor.LONGEST_PAUSE


@pytest.mark.parametrize(("status", "again"), [(0, False), (1, True)])
def test_work_that_is_done_once_is_repeated_only_if_it_failed(status: int, again: bool) -> None:
    child = Child("fetch", [sys.executable, "-c", f"raise SystemExit({status})"], once=True)
    child.tend(0.0)
    assert child.process is not None
    child.process.wait()
    child.tend(1.0)
    child.tend(100.0)
    assert (child.process is not None) == again
    if child.process is not None:
        child.process.wait()
