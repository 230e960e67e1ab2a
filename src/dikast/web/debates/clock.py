"""What the passing of time does to floors: turns expire, floors close. Must not know pages."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from dikast.web.debates.happenings import locked
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import close, let_pass

#: Seconds by which a clock may be corrected at once, and seconds for which nothing is decided after a greater jump.
LEEWAY, PAUSE = 5.0, 120.0
_LOG = logging.getLogger("dikast.worker")


class Clock:
    """Strikes with this machine's clock, unless that has just jumped: nobody forfeits a turn to a clock set wrong.

    A clock that was right only now is believed two minutes later; one that jumps back in that time has done no harm.

    Args:
        wall, steady: the clock that may be set, and one that only goes forward, in seconds.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._apart = wall() - steady()
        self._silent_until = float("-inf")

    def strike(self) -> int:
        """Decide what is due; return how many turns and floors."""
        apart, at = self._wall() - self._steady(), self._steady()
        jumped, self._apart = apart - self._apart, apart
        if abs(jumped) > LEEWAY:
            self._silent_until = at + PAUSE
            _LOG.error("the clock jumped by %.0f s; for %.0f s no turn expires and no floor closes", jumped, PAUSE)
        return 0 if at < self._silent_until else strike()


def strike(now: datetime | None = None) -> int:
    """Decide every turn and floor whose time has run out by `now`; return how many. Safe to call from anywhere."""
    now = now or timezone.now()
    decided = 0
    open_floors = Debate.objects.filter(state="open")
    for pk in open_floors.filter(closes_at__lte=now).values_list("pk", flat=True)[:200]:
        with transaction.atomic():
            debate = locked(pk)
            if debate.state == "open" and debate.closes_at is not None and debate.closes_at <= now:
                close(debate, "deadline", now)
                decided += 1
    for pk in open_floors.filter(due_at__lte=now).values_list("pk", flat=True)[:200]:
        with transaction.atomic():
            debate = locked(pk)
            if debate.state == "open" and debate.due_at is not None and debate.due_at <= now:
                let_pass(debate, now)
                decided += 1
    return decided
