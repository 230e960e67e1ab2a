"""Starts debates: motion, format, sides, seats. Must not know pages or how a text is let onto the floor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from dikast.core import formats
from dikast.core.debate import SIDES, Side
from dikast.core.problems import InputError, Problem
from dikast.web.account.models import Person
from dikast.web.debates import finding, judgings
from dikast.web.debates.models import Debate, Follow, Seat
from dikast.web.debates.signs import unstorable

VISIBILITIES = ("public", "unlisted", "private")
MOTION_LIMIT = 300
NAME_LIMIT = 60
#: The least and the most time for one turn, in seconds.
TURN_LIMITS = (60, 30 * 24 * 3600)
#: A language tag that the table has room for.
_TAG = re.compile(r"(?=.{2,35}$)[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Wish:
    """What someone wants to debate.

    Attributes:
        motion: 1 to `MOTION_LIMIT` characters.
        format: id of a format.
        side: the side the starter takes, None to stay out of it.
        judge: name of a judge that the platform offers.
        name_a, name_b: the sides' names; empty for the format's own.
        lang: language tag, "" if not given.
        visibility: one of `VISIBILITIES`.
        turn_seconds: within `TURN_LIMITS`, None for no limit.
        preparation_seconds: added to the first turn.
        closes_at: when an open floor closes, None for no deadline.
    """

    motion: str
    format: str
    judge: str
    side: Side | None = None
    name_a: str = ""
    name_b: str = ""
    lang: str = ""
    visibility: str = "public"
    turn_seconds: int | None = None
    preparation_seconds: int = 0
    closes_at: datetime | None = None


def problems(wish: Wish, offered: tuple[str, ...]) -> list[Problem]:
    """Return what stands against a wish, each with its field as place. `offered` are the platform's judges."""
    found = []

    def wrong(code: str, field: str, message: str, hint: str = "") -> None:
        found.append(Problem(f"opening.{code}", field, message, hint))

    for field in ("motion", "name_a", "name_b", "lang"):
        found += unstorable(field, getattr(wish, field))
    if not wish.motion.strip():
        wrong("no-motion", "motion", "is empty", "Say in one sentence what is debated.")
    if len(wish.motion) > MOTION_LIMIT:
        wrong("motion-too-long", "motion", f"has {len(wish.motion)} characters; at most {MOTION_LIMIT} are allowed")
    if wish.format not in formats.ids():
        wrong("format", "format", f"{wish.format!r} is no format", f"One of {', '.join(formats.ids())}.")
    if wish.judge not in offered:
        wrong("judge", "judge", f"{wish.judge!r} is not offered here", f"One of {', '.join(offered)}.")
    if wish.visibility not in VISIBILITIES:
        wrong("visibility", "visibility", f"{wish.visibility!r} is none of {', '.join(VISIBILITIES)}")
    for field, name in (("name_a", wish.name_a), ("name_b", wish.name_b)):
        if len(name) > NAME_LIMIT:
            wrong("name-too-long", field, f"has {len(name)} characters; at most {NAME_LIMIT} are allowed")
    named = _names(wish)
    if named[0].casefold() == named[1].casefold():
        wrong("same-names", "name_b", "both sides have the same name", "Give them different ones.")
    if wish.side not in (None, *SIDES):
        wrong("side", "side", f"{wish.side!r} is none of {', '.join(SIDES)}")
    if wish.lang and not _TAG.fullmatch(wish.lang):
        wrong("lang", "lang", f"{wish.lang!r} is no language tag", "Such as en, ar or pt-BR.")
    least, most = TURN_LIMITS
    if wish.turn_seconds is not None and not least <= wish.turn_seconds <= most:
        wrong("turn-time", "turn_seconds", f"{wish.turn_seconds} seconds a turn; it must be {least} to {most}")
    if not 0 <= wish.preparation_seconds <= most:
        wrong("preparation", "preparation_seconds", f"{wish.preparation_seconds} seconds; it must be 0 to {most}")
    if wish.closes_at is not None and wish.closes_at <= timezone.now():
        wrong("closes", "closes_at", f"{wish.closes_at:%Y-%m-%d %H:%M} UTC is past", "Choose a later time.")
    return found


def _names(wish: Wish) -> tuple[str, str]:
    """Return the sides' names in force: those wished for, else the format's own."""
    own = formats.get(wish.format).names if wish.format in formats.ids() else ("A", "B")
    return wish.name_a.strip() or own[0], wish.name_b.strip() or own[1]


@transaction.atomic
def start(owner: Person, wish: Wish, offered: tuple[str, ...]) -> Debate:
    """Start a debate and return it; it opens when both sides have somebody.

    Raises:
        InputError: with every problem of the wish.
    """
    if found := problems(wish, offered):
        raise InputError(found)
    fmt, names = formats.get(wish.format), _names(wish)
    debate = Debate.objects.create(
        motion=wish.motion.strip(),
        lang=wish.lang,
        format=fmt.id,
        method=fmt.method,
        judge=wish.judge,
        name_a=names[0],
        name_b=names[1],
        origin="floor" if fmt.floor else "match",
        visibility=wish.visibility,
        owner=owner,
        turn_seconds=wish.turn_seconds,
        preparation_seconds=wish.preparation_seconds,
        closes_at=wish.closes_at if fmt.floor else None,
    )
    for side in SIDES:
        members = max((turn.speaker for turn in fmt.turns if turn.side == side), default=1)
        for position in range(1, members + 1):
            mine = wish.side == side and position == 1
            Seat.objects.create(
                debate=debate,
                side=side,
                position=position,
                person=owner if mine else None,
                taken_at=timezone.now() if mine else None,
            )
    Follow.objects.create(debate=debate, person=owner)
    finding.index(debate.pk, 0, debate.motion)
    return debate


@transaction.atomic
def bring(
    owner: Person, document: dict[str, Any], *, method: str, judge: str, visibility: str, readings: int
) -> Debate:
    """Put a debate held elsewhere before the judge, and return it.

    Args:
        owner: who brings it.
        document: a case document (`record.importers`), with its speeches' sides given.
        method: ``graph/1`` or ``rubric/1``.
        judge: name of a judge.
        visibility: one of `VISIBILITIES`.
        readings: how many times over it is read, at least 1.
    """
    names = [document["sides"][side]["name"] for side in SIDES]
    now = timezone.now()
    debate = Debate.objects.create(
        motion=document.get("motion") or "",
        lang=document.get("lang") or "",
        format=document.get("format") or "",
        method=method,
        judge=judge,
        readings=readings,
        name_a=names[0][:NAME_LIMIT],
        name_b=names[1][:NAME_LIMIT],
        origin="transcript",
        visibility=visibility,
        owner=owner,
        state="closed",
        closed_by="turns",
        posts_count=len(document["speeches"]),
        document=document,
        opened_at=now,
        closed_at=now,
    )
    finding.index_all(debate)
    judgings.want(debate)
    return debate
