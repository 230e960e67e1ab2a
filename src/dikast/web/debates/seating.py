"""Gives people their seats, by invitation link, and opens the floor once both sides have somebody.

Must not know pages or what is said on the floor.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from dikast import judging
from dikast.core.problems import InputError, Problem
from dikast.web.account.models import Person
from dikast.web.debates import notices
from dikast.web.debates.happenings import happened, locked
from dikast.web.debates.models import Debate, Follow, Seat
from dikast.web.debates.turns import due_after, side_of


@transaction.atomic
def take(key: str, person: Person) -> Seat:
    """Give `person` the seat of an invitation; taking one's own seat again changes nothing.

    Raises:
        InputError: ``seat.unknown``, ``seat.taken`` (by somebody else), ``seat.other-side`` (the person already
            debates on the other side) or ``seat.over`` (the debate was withdrawn).
    """
    found = Seat.objects.filter(key=key).first()
    if found is None:
        raise InputError(Problem("seat.unknown", "invitation", "no seat has this invitation", "Ask for the link anew."))
    debate = locked(found.debate_id)
    seat = Seat.objects.select_for_update().get(pk=found.pk)
    if seat.person_id == person.pk:
        return seat
    if seat.person_id is not None:
        raise InputError(Problem("seat.taken", "invitation", "somebody has taken this seat", "You can watch."))
    if debate.state not in ("waiting", "open"):
        raise InputError(Problem("seat.over", "invitation", "this debate is over", "You can read it."))
    mine = side_of(debate, person)
    if mine is not None and mine != seat.side:
        raise InputError(Problem("seat.other-side", "invitation", f"you debate for {debate.names[mine]}", ""))
    seat.person = person
    seat.taken_at = timezone.now()
    seat.save(update_fields=["person", "taken_at"])
    Follow.objects.get_or_create(debate=debate, person=person)
    happened(debate, "joined", side=seat.side, name=person.name)
    notices.tell(debate, "joined", besides=person)
    if debate.state == "waiting" and {s.side for s in debate.seats.filter(person__isnull=False)} == {"A", "B"}:
        _open(debate)
    return seat


def _open(debate: Debate) -> None:
    """Open the floor of a locked debate: from now on its method version is fixed."""
    now = timezone.now()
    debate.state = "open"
    debate.opened_at = now
    debate.fingerprint = judging.fingerprint(debate.method)
    debate.due_at = due_after(debate, now)
    debate.save(update_fields=["state", "opened_at", "fingerprint", "due_at"])
    happened(debate, "opened")
    notices.turn(debate)
