"""The most urgent judging, taken as a worker takes it: submitted, queued and begun."""

from __future__ import annotations

from dikast.jobs.contract import Task
from dikast.web.debates.judgings import PlatformDocket

DOCKET = PlatformDocket()


def take(worker: str = "one") -> Task | None:
    """Return what the most urgent run is to do; None if nothing is behind."""
    runs = DOCKET.waiting()
    if not runs:
        return None
    DOCKET.queued(runs[0])
    return DOCKET.begin(runs[0].id, worker)
