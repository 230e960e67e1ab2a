"""What the passing of time does to floors: turns expire, floors close. Must not know pages."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from dikast.web.debates.happenings import locked
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import close, let_pass


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
