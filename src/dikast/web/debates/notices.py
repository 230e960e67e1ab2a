"""Tells people what concerns them: a notice in the app, and a mark on it if it is to be mailed.

Must not know how mail is sent.
"""

from __future__ import annotations

from collections.abc import Iterable

from dikast.web.account.models import Notice, Person
from dikast.web.debates.models import Debate, Post
from dikast.web.debates.records import rules_of
from dikast.web.debates.turns import may_speak, whose_turn

#: Kind of notice → the person's setting that lets it go by e-mail as well.
MAILED = {"turn": "mail_turn", "ruled": "mail_ruled", "answered": "mail_answered", "joined": "mail_turn"}


def _notify(debate: Debate, kind: str, people: Iterable[Person]) -> None:
    Notice.objects.bulk_create(
        Notice(
            person=person,
            kind=kind,
            about=f"/d/{debate.slug}",
            motion=debate.motion,
            wants_mail=bool(person.email) and getattr(person, MAILED[kind]),
        )
        for person in people
    )


def _seated(debate: Debate, side: str | None = None) -> list[Person]:
    seats = debate.seats.filter(person__isnull=False).select_related("person")
    return list(dict.fromkeys(seat.person for seat in seats if seat.person and side in (None, seat.side)))


def tell(debate: Debate, kind: str, besides: Person | None = None) -> None:
    """Tell everyone who takes part in or follows `debate`, except `besides`."""
    following = Person.objects.filter(follows__debate=debate)
    people = dict.fromkeys([*_seated(debate), *following])
    _notify(debate, kind, (person for person in people if person != besides))


def turn(debate: Debate) -> None:
    """Tell whoever is to speak next."""
    side = whose_turn(debate)
    if side is not None:
        _notify(debate, "turn", (person for person in _seated(debate, side) if may_speak(debate, person, side)))


def answered(debate: Debate, post: Post) -> None:
    """Tell the author of the post that `post` answers or concedes, where formats have such posts."""
    number = post.answers or post.concedes
    if number is None or rules_of(debate).floor is None:
        return
    named = debate.posts.filter(number=number).select_related("person").first()
    if named is not None and named.person is not None and named.person_id != post.person_id:
        _notify(debate, "answered", [named.person])
