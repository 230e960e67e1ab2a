"""Takes a debate held elsewhere: from the bytes that someone has to a debate before the judge.

For pages and programs alike. Must not know how a file is read or a debate judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from dikast import judging
from dikast.core import formats
from dikast.core.debate import SIDES
from dikast.core.problems import InputError, Problem
from dikast.record import case as cases
from dikast.record import importers
from dikast.web.account.models import Person
from dikast.web.debates import finding, judgings, opening
from dikast.web.debates.models import Debate
from dikast.web.debates.signs import unstorable

#: The most bytes that can be brought, and the most speeches.
LIMIT: Final = 2 * 1024 * 1024
SPEECHES: Final = 1_000
#: How often one debate may be read, at most.
READINGS: Final = 9
#: How many debates of one person may wait for the judge at once.
WAITING: Final = 10


@dataclass(frozen=True, slots=True)
class Judged:
    """How a debate is to be judged: method, judge, readings (1 to `READINGS`), and who may see it."""

    method: str
    judge: str
    readings: int = 1
    visibility: str = "private"


def read(data: bytes, place: str, speakers: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Return the debates in `data`, at most `LIMIT` bytes, as case documents that can be kept.

    Args:
        data: a transcript, a case, or JSON Lines.
        place: what messages call it.
        speakers: what the labels of a transcript mean (see `importers.transcript.parse`).

    Raises:
        InputError: with every problem: those of `importers.load`, ``bringing.too-big``, ``bringing.nothing``,
            ``bringing.too-many`` and ``text.unstorable``.
    """
    if len(data) > LIMIT:
        message = f"has {len(data):,} bytes; at most {LIMIT:,} can be brought"
        raise InputError(Problem("bringing.too-big", place, message, "Bring a part of it."))
    if not data.strip():
        raise InputError(Problem("bringing.nothing", place, "is empty", "Paste the debate, or choose its file."))
    documents = importers.load(data, place, speakers=speakers)
    problems = [problem for document in documents for problem in _unfit(document, place)]
    if problems:
        raise InputError(problems)
    return documents


def _unfit(document: Mapping[str, Any], place: str) -> list[Problem]:
    held = len(document["speeches"])
    if held > SPEECHES:
        return [Problem("bringing.too-many", place, f"holds {held:,} speeches; at most {SPEECHES:,} can be brought")]
    return next((found for text in _texts(document) if (found := unstorable(place, text))), [])


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def problems(document: Mapping[str, Any], wish: Judged, offered: tuple[str, ...]) -> list[Problem]:
    """Return what stands against judging `document` as wished; `offered` are the platform's judges."""
    found = []
    if wish.method not in judging.METHODS:
        found.append(Problem("bringing.method", "method", f"{wish.method!r} is none of {', '.join(judging.METHODS)}"))
    if wish.judge not in offered:
        found.append(Problem("opening.judge", "judge", f"{wish.judge!r} is not offered here"))
    if not 1 <= wish.readings <= READINGS:
        found.append(Problem("bringing.readings", "readings", f"{wish.readings} readings; it must be 1 to {READINGS}"))
    if wish.visibility not in opening.VISIBILITIES:
        found.append(Problem("opening.visibility", "visibility", f"{wish.visibility!r} is no visibility"))
    spoken = {speech["side"] for speech in document["speeches"]}
    found += [
        Problem(
            "bringing.one-side", "speeches", f"no speech is side {side}'s", "A debate needs speeches of both sides."
        )
        for side in SIDES
        if side not in spoken
    ]
    if len(document.get("lang") or "") > opening.TAG_LIMIT:
        message = f"has more than {opening.TAG_LIMIT} characters"
        found.append(Problem("bringing.lang", "lang", message, "Give a tag such as en."))
    if not found:
        try:
            cases.from_document(judging.prepared(dict(document), wish.method), "the debate")
        except InputError as error:
            found += error.problems
    return found


def bring(owner: Person, document: Mapping[str, Any], wish: Judged, offered: tuple[str, ...]) -> Debate:
    """Put a debate held elsewhere before the judge, and return it.

    Raises:
        InputError: with every problem of document and wish, or ``bringing.waiting``: too many of this person's
            debates are before the judge already.
    """
    if found := problems(document, wish, offered):
        raise InputError(found)
    waiting = Debate.objects.filter(owner=owner, origin="transcript", state="closed").count()
    if waiting >= WAITING:
        message = f"{waiting} of your debates wait for the judge; at most {WAITING} can"
        raise InputError(Problem("bringing.waiting", "judge", message, "Wait until one of them is ruled."))
    return _put(owner, document, wish)


@transaction.atomic
def _put(owner: Person, document: Mapping[str, Any], wish: Judged) -> Debate:
    known = document.get("format") in formats.ids()
    document = {**document} | ({} if known else {"format": None})
    names = [document["sides"][side]["name"] for side in SIDES]
    now = timezone.now()
    debate = Debate.objects.create(
        motion=document.get("motion") or "",
        lang=document.get("lang") or "",
        format=document.get("format") or "",
        method=wish.method,
        judge=wish.judge,
        readings=wish.readings,
        name_a=names[0][: opening.NAME_LIMIT],
        name_b=names[1][: opening.NAME_LIMIT],
        origin="transcript",
        visibility=wish.visibility,
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
