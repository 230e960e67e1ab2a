"""Starts debates: motion, format, sides, seats. Must not know pages or how a text is let onto the floor."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from dikast.core import formats
from dikast.core.debate import SIDES, Side
from dikast.core.problems import InputError, Problem
from dikast.record.exporters.shown import language
from dikast.web.account.models import Person
from dikast.web.debates import finding
from dikast.web.debates.models import Debate, Follow, Seat
from dikast.web.debates.signs import unstorable

VISIBILITIES = ("public", "unlisted", "private")
MOTION_LIMIT = 300
NAME_LIMIT = 60
#: The least and the most time for one turn, in seconds.
TURN_LIMITS = (60, 30 * 24 * 3600)
#: Longer than any language tag in use.
TAG_LIMIT = 35


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

    found += unstorable("lang", wish.lang)
    if not wish.motion.strip():
        wrong("no-motion", "motion", "is empty", "Say in one sentence what is debated.")
    found += naming(wish.motion, *_names(wish))
    if wish.format not in formats.ids():
        wrong("format", "format", f"{wish.format!r} is no format", f"One of {', '.join(formats.ids())}.")
    if wish.judge not in offered:
        wrong("judge", "judge", f"{wish.judge!r} is not offered here", f"One of {', '.join(offered)}.")
    if wish.visibility not in VISIBILITIES:
        wrong("visibility", "visibility", f"{wish.visibility!r} is none of {', '.join(VISIBILITIES)}")
    if wish.side not in (None, *SIDES):
        wrong("side", "side", f"{wish.side!r} is none of {', '.join(SIDES)}")
    if wish.lang and (len(wish.lang) > TAG_LIMIT or not language(wish.lang)):
        wrong("lang", "lang", f"{wish.lang!r} is no language tag", "Such as en, ar or pt-BR.")
    least, most = TURN_LIMITS
    if wish.turn_seconds is not None and not least <= wish.turn_seconds <= most:
        wrong("turn-time", "turn_seconds", f"{wish.turn_seconds} seconds a turn; it must be {least} to {most}")
    if not 0 <= wish.preparation_seconds <= most:
        wrong("preparation", "preparation_seconds", f"{wish.preparation_seconds} seconds; it must be 0 to {most}")
    if wish.closes_at is not None and wish.closes_at <= timezone.now():
        wrong("closes", "closes_at", f"{wish.closes_at:%Y-%m-%d %H:%M} UTC is past", "Choose a later time.")
    return found


def naming(motion: str, name_a: str, name_b: str) -> list[Problem]:
    """Return what stands against a motion and the names of its sides, each with its field as place."""
    found = []
    for field, text, most in (
        ("motion", motion, MOTION_LIMIT),
        ("name_a", name_a, NAME_LIMIT),
        ("name_b", name_b, NAME_LIMIT),
    ):
        found += unstorable(field, text)
        if len(text) > most:
            code = "opening.motion-too-long" if field == "motion" else "opening.name-too-long"
            found.append(Problem(code, field, f"has {len(text)} characters; at most {most} are allowed"))
    if name_a.strip() and name_a.strip().casefold() == name_b.strip().casefold():
        hint = "Give them different ones."
        found.append(Problem("opening.same-names", "name_b", "both sides have the same name", hint))
    return found


def _names(wish: Wish) -> tuple[str, str]:
    """Return the sides' names in force: those wished for, else the format's own in the debate's language."""
    own = formats.get(wish.format).names if wish.format in formats.ids() else ("A", "B")
    with override(wish.lang if language(wish.lang) else "en"):
        return wish.name_a.strip() or _(own[0]), wish.name_b.strip() or _(own[1])


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
