"""Whose turn it is on a floor, who may take it and until when. Must not know what is said."""

from __future__ import annotations

from datetime import datetime, timedelta

from dikast.core import rules
from dikast.core.debate import Side
from dikast.web.account.models import Person
from dikast.web.debates.models import Debate
from dikast.web.debates.records import outline, rules_of


def side_of(debate: Debate, person: Person | None) -> str | None:
    """Return the side on which `person` has a seat, None if on neither."""
    if person is None:
        return None
    seat = debate.seats.filter(person=person).first()
    return seat.side if seat else None


def due_after(debate: Debate, now: datetime) -> datetime | None:
    """Return when a turn that begins `now` expires, None where turns have no limit."""
    if debate.turn_seconds is None:
        return None
    first = debate.preparation_seconds if debate.posts_count == 0 else 0
    return now + timedelta(seconds=debate.turn_seconds + first)


def whose_turn(debate: Debate) -> Side | None:
    """Return the side to speak on an open floor or match, None while it waits or after it closed."""
    if debate.state != "open":
        return None
    return rules.turn(outline(debate), rules_of(debate))


def may_speak(debate: Debate, person: Person | None, due: Side | None) -> bool:
    """Say whether `person` may take the turn that is due now; `due` is the side as `whose_turn` gives it.

    In a team, the turn belongs to the member whose position the format names; if nobody holds that seat, anyone of
    the side may speak.
    """
    if due is None or person is None:
        return False
    seats = [seat for seat in debate.seats.all() if seat.side == due]
    fmt = rules_of(debate)
    if fmt.floor is None:
        position = fmt.turns[debate.posts_count].speaker
        holder = next((seat.person_id for seat in seats if seat.position == position), None)
        if holder is not None:
            return holder == person.pk
    return any(seat.person_id == person.pk for seat in seats)
