"""The judging worker of the platform: `jobs.worker` over the platform's tables, which also keeps the floors' clock.

One process; on PostgreSQL any number may run beside each other, on any number of machines. Must not know how anything
is judged.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable

import django
from django.conf import settings

from dikast.jobs import tracing
from dikast.jobs.calls_postgresql import PostgresStore
from dikast.jobs.contract import Order
from dikast.jobs.dbos_engine import DbosEngine
from dikast.jobs.judging_run import Runs
from dikast.jobs.limit_rules import rules
from dikast.jobs.limit_tables import TABLES
from dikast.jobs.limited_judge import limited
from dikast.jobs.limits import SCHEMA, Limiter
from dikast.jobs.tables import open_tables
from dikast.jobs.worker import Chore, Worker
from dikast.perception.budget import Budget, limits_of
from dikast.perception.calls import CallLedger
from dikast.perception.port import Judge
from dikast.perception.providers import open_judge
from dikast.settings import Settings

#: Seconds between looks at the clock and at waiting mail.
INTERVAL = 0.5
_LOG = logging.getLogger("dikast.worker")


def open_worker(given: Settings, name: str, judges: Callable[[str], Judge] | None = None) -> Worker:
    """Return a worker over the platform's tables, not yet at work.

    Args:
        given: the settings in force.
        name: the worker's name.
        judges: opens a judge by its name; by default as the settings say.
    """
    from dikast.web.debates import clock, mailing
    from dikast.web.debates.away import patient
    from dikast.web.debates.judgings import PlatformDocket
    from dikast.web.debates.workers import PlatformRegister

    docket = PlatformDocket()
    database = given.text("DIKAST_DATABASE")
    engine = DbosEngine(database, given.data, name, given.whole("DIKAST_DEBATES_AT_ONCE"))
    limiter = Limiter(
        rules(given.text("DIKAST_LIMITS")), open_tables(database, given.data / "limits.sqlite3", SCHEMA, TABLES)
    )
    opened = judges or (lambda spec: open_judge(spec, given))
    runs = Runs(
        docket,
        engine,
        lambda: CallLedger(
            PostgresStore(database, name) if database else given.data / "calls.sqlite3", limits_of(given)
        ),
        lambda spec: limited(opened(spec), limiter),
        name,
        lambda: Budget(given.whole("DIKAST_MAX_CALLS") or None, given.whole("DIKAST_MAX_TOKENS") or None),
        limiter.close,
    )
    chores = [Chore(patient(clock.Clock().strike), INTERVAL), Chore(patient(mailing.send_waiting), INTERVAL)]
    return Worker(name, docket, PlatformRegister(), engine, runs, chores)


def main(name: str = "") -> int:
    """Run one worker until SIGTERM, SIGINT or a drain, and return the exit status; pages come before it.

    Another status than 0 says that it did not end as it was told to: it may be started again.

    Args:
        name: its name, by default one that no other process has.
    """
    os.nice(5)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dikast.web.configuration")
    django.setup(set_prefix=False)
    given: Settings = settings.SETTINGS
    if not given.text("DIKAST_DATABASE") and not _alone(given):
        print(
            "another worker judges from this data folder; SQLite serves one. For more, set DIKAST_DATABASE to a "
            "postgresql:// address",
            file=sys.stderr,
        )
        return 1
    name = name or f"{socket.gethostname()}:{os.getpid()}"

    tracing.export("dikast-worker")

    async def work() -> Order:
        worker = open_worker(given, name)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, worker.stopping.set)
        for rule in rules(given.text("DIKAST_LIMITS")):
            if not any(rule.fits(judge) for judge in settings.DIKAST_JUDGES):
                _LOG.warning("DIKAST_LIMITS: %s is none of the judges in use", rule.name)
        _LOG.info("worker %s judges with %s", name, ", ".join(settings.DIKAST_JUDGES))
        return await worker.run()

    return 1 if asyncio.run(work()) == "leave" else 0


_lock: int | None = None


def _alone(given: Settings) -> bool:
    """Take the one place of a worker on SQLite, for as long as the process lives; False if it is taken."""
    global _lock
    given.data.mkdir(parents=True, exist_ok=True)
    _lock = os.open(given.data / "worker.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(_lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="")
    sys.exit(main(parser.parse_args().name))
