"""Writes down what happens on a floor, in an order that nobody who follows it can miss. Must not know who follows."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone

from dikast.web.debates.models import Debate, Event


def locked(pk: int) -> Debate:
    """Return a debate with its row locked until the transaction ends; everything that changes it starts here."""
    return Debate.objects.select_for_update().get(pk=pk)


def happened(debate: Debate, kind: str, **data: object) -> Event:
    """Record an event of a debate whose row is locked (see `locked`), under the debate's next number.

    Args:
        debate: the locked row; its `events_count` is brought up to date, in the database too.
        kind: one of the kinds of `Event`.
        data: what it is about.
    """
    now = timezone.now()
    Debate.objects.filter(pk=debate.pk).update(events_count=F("events_count") + 1, active_at=now)
    debate.events_count += 1
    debate.active_at = now
    return Event.objects.create(debate=debate, number=debate.events_count, kind=kind, data=data)
