"""Runs the platform as one command: database and examples made ready, then web processes and a judging worker.

A child that ends is started again, slower each time; SIGTERM or Ctrl-C stops all. Must not know pages.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

import django
from django.conf import settings
from django.db import connection

from dikast.core.problems import InputError, Problem
from dikast.web import hold
from dikast.web.lifeline import end_with_parent

#: Seconds until a child that died is started again: doubled each time, back to the first after a minute of life.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
#: Seconds that children have to stop in.
GRACE = 15.0
_LOG = logging.getLogger("dikast.serve")


class Child:
    """One process of the platform. One that has work to do `once` is not started again after it was done."""

    def __init__(self, name: str, command: list[str], *, once: bool = False) -> None:
        self.name, self.command, self.once = name, command, once
        self.pause, self.started_at, self.start_at = FIRST_PAUSE, 0.0, 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def tend(self, now: float) -> None:
        """Start the process if it is time to, and note if it has ended."""
        if self.process is not None and self.process.poll() is not None:
            if self.once and self.process.returncode == 0:
                self.start_at = float("inf")
                self.process = None
                return
            lived = now - self.started_at
            self.pause = FIRST_PAUSE if lived > 60 else min(self.pause * 2, LONGEST_PAUSE)
            _LOG.error(
                "%s ended with %s after %.0f s; again in %.1f s", self.name, self.process.poll(), lived, self.pause
            )
            self.process, self.start_at = None, now + self.pause
        if self.process is None and now >= self.start_at:
            self.process, self.started_at = subprocess.Popen(self.command, preexec_fn=end_with_parent), now


def prepare(examples: Path | None) -> None:
    """Bring the database to today's tables, collect static files, and put examples into an empty database."""
    from django.core.management import call_command

    from dikast.web import sheets
    from dikast.web.debates.examples import load

    settings.DIKAST_DATA.mkdir(parents=True, exist_ok=True)
    sheets.write(settings.DIKAST_MADE)
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if examples is not None:
        load(examples)


def serve(host: str, port: int, examples: Path | None = None, workers: int = 1) -> int:
    """Run the platform until it is told to stop, and return the exit status.

    Args:
        host: the interface to listen on.
        port: the port to listen on.
        examples: a folder of cases for an empty database.
        workers: how many workers judge.

    Raises:
        InputError: SQLite is to serve several workers (``serve.workers``).
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
    django.setup(set_prefix=False)
    if workers > 1 and connection.vendor == "sqlite":
        hint = "Leave --workers out, or name a PostgreSQL database with --database."
        raise InputError(Problem("serve.workers", "--workers", f"is {workers}, and SQLite serves one", hint))
    held = hold.take(settings.DIKAST_DATA)
    prepare(examples)
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    children = [Child("web", _web(host, port)), *(Child("worker", _worker(port, n), once=True) for n in range(workers))]
    if _lacks_model():
        children.append(Child("model", [sys.executable, "-m", "dikast", "models", "fetch"], once=True))
    shown = f"[{host}]" if ":" in host else host
    print(f"Dikast: {settings.DIKAST_ADDRESS or f'http://{shown}:{port}/'}", flush=True)
    while not stopping:
        for child in children:
            child.tend(time.monotonic())
        time.sleep(0.2)
    status = _end(children)
    held.close()
    return status


def _worker(port: int, number: int) -> list[str]:
    """Return the command of a worker, which ends well only if it was told to; then it is not started again.

    Its name stays: a worker that died finds its jobs again when it is back, before any other takes over.
    """
    name = f"{socket.gethostname()}:{port}" + (f"-{number + 1}" if number else "")
    return [sys.executable, "-m", "dikast.web.worker", "--name", name]


def _web(host: str, port: int) -> list[str]:
    processes = settings.SETTINGS.whole("DIKAST_WEB_PROCESSES")
    options = ["--interface", "asgi", "--host", host, "--port", str(port), "--workers", str(processes)]
    options += [
        "--no-ws",
        "--respawn-failed-workers",
        "--backlog",
        "2048",
        "--backpressure",
        "4096",
        "--log-level",
        "warning",
    ]
    return [sys.executable, "-m", "granian", *options, "dikast.web.asgi:application"]


def _lacks_model() -> bool:
    """Say whether debates are to be judged by the fetched local model, and it is not there yet."""
    from dikast.perception import models

    own = settings.SETTINGS.path("DIKAST_MODEL")
    return "local" in settings.DIKAST_JUDGES and own is None and not models.path(settings.DIKAST_DATA).is_file()


def _end(children: list[Child]) -> int:
    alive = [child.process for child in children if child.process is not None]
    for process in alive:
        process.terminate()
    deadline = time.monotonic() + GRACE
    for process in alive:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return 0
