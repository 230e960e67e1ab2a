"""Lets a text onto the floor, or says why not: the rules of `core.rules`, once and in order, whatever is sent at once.

Every call locks the debate's row, so two sendings are decided one after the other. Must not know pages.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import cast

from django.db import transaction
from django.utils import timezone

from dikast.core import rules
from dikast.core.debate import Side
from dikast.core.problems import Problem
from dikast.web.account.models import Person
from dikast.web.debates import finding, judgings, notices
from dikast.web.debates.happenings import happened, locked
from dikast.web.debates.models import Debate, Draft, Post
from dikast.web.debates.records import letter, outline, rules_of
from dikast.web.debates.signs import storable, unstorable
from dikast.web.debates.turns import due_after, may_speak, side_of, whose_turn

#: What a post can do, as the composer offers it.
ACTS = ("opens", "answers", "clarifies", "concedes", "yields")


@dataclass(frozen=True, slots=True)
class Sending:
    """What somebody wants to put onto the floor.

    Attributes:
        text: the words, "" for a yield.
        act: one of `ACTS`; a speech of a match always ``opens``.
        target: the number of the post it names, None if none.
        nonce: made with the form, any text; the same nonce from the same person is the same sending. With "" every
            sending is another one.
        number: the number that the form was made for, None to take whatever comes next.
    """

    text: str
    nonce: str
    act: str = "opens"
    target: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a sending: the post (None for a yield), or the problems that stand against it.

    Attributes:
        post: what is on the floor now.
        problems: why nothing is.
        repeated: whether the same sending had come before.
    """

    post: Post | None = None
    problems: tuple[Problem, ...] = ()
    repeated: bool = False


@transaction.atomic
def send(debate: Debate, person: Person, sending: Sending, now: datetime | None = None) -> Outcome:
    """Put a sending onto the floor if the rules let it; a refused text stays with its author as his draft.

    Args:
        debate: the debate, as read.
        person: who sends it.
        sending: what is sent.
        now: the time, the present by default.

    Returns:
        The post, or problems with codes of `core.rules` and ``posting.no-seat``, ``posting.not-open``,
        ``posting.not-your-speech``, ``posting.moved-on``, ``posting.unknown-act``.
    """
    now = now or timezone.now()
    debate = locked(debate.pk)
    mark = _mark(person, sending.nonce)
    before = Post.objects.filter(debate=debate, nonce=mark).first()
    if before is not None and before.text == sending.text:
        return Outcome(before, repeated=True)
    if _stands(debate, person, sending):
        return Outcome(repeated=True)
    side = whose_turn(debate)
    found = _problems(debate, person, sending, side, now)
    if not found and before is not None:  # another text from a form that has made its post
        message = f"this was written as turn {before.number}, which is taken"
        found = [Problem("posting.moved-on", "turn", message, "Read what came in between, then post again.")]
    if found:
        keep_draft(debate, person, sending)
        return Outcome(problems=tuple(found))
    side = cast(Side, side)  # the rules have let somebody speak
    Draft.objects.filter(debate=debate, person=person).delete()
    post = None if sending.act == "yields" else _post(debate, person, side, sending, mark, now)
    if post is None:
        debate.yielded = [*debate.yielded, side]
        happened(debate, "yield", side=side)
    _move_on(debate, now)
    if post is not None:
        notices.answered(debate, post)
    return Outcome(post)


def _stands(debate: Debate, person: Person, sending: Sending) -> bool:
    """Say whether a yield asks for what is so already: a second click, a second tab, or a turn that time has taken."""
    yields = sending.act == "yields" and not sending.text.strip()
    return yields and sending.number in (None, debate.posts_count + 1) and side_of(debate, person) in debate.yielded


def _problems(debate: Debate, person: Person, sending: Sending, due: Side | None, now: datetime) -> list[Problem]:
    seats = [seat.side for seat in debate.seats.all() if seat.person_id == person.pk]
    if not seats:
        return [Problem("posting.no-seat", "seat", "you have no seat in this debate", "You can watch and follow it.")]
    if debate.state == "waiting":
        return [Problem("posting.not-open", "floor", "the other side has nobody yet", "Send them the invitation.")]
    if found := unstorable("text", sending.text):
        return found
    if sending.act not in ACTS:
        return [Problem("posting.unknown-act", "act", f"{sending.act!r} is none of {', '.join(ACTS)}")]
    if debate.state != "open":
        return [Problem("rules.floor-closed", "floor", "the floor is closed")]
    if debate.due_at is not None and now >= debate.due_at:
        return [Problem("rules.deadline-passed", "turn", f"the turn ended at {debate.due_at:%Y-%m-%d %H:%M} UTC")]
    side = cast(Side, seats[0])
    name = letter(debate)
    target = None if sending.target is None else f"{name}{sending.target}"
    named = {act: target if sending.act == act else None for act in ACTS}
    draft = rules.Draft(
        side,
        sending.text if sending.act != "yields" or sending.text.strip() else "",
        () if named["answers"] is None else (named["answers"],),
        named["concedes"],
        named["clarifies"],
        sending.act == "yields",
    )
    found = rules.admit(
        outline(debate), rules_of(debate), draft, now=now if debate.closes_at else None, deadline=debate.closes_at
    )
    if not found and sending.act in ("answers", "concedes", "clarifies") and target is None:
        found = [Problem("posting.no-target", "target", f"a post that {sending.act} a point must name it")]
    turned_away = {problem.code for problem in found} & {"rules.floor-closed", "rules.not-your-turn"}
    if not turned_away and not may_speak(debate, person, due):
        return [Problem("posting.not-your-speech", "turn", "this speech belongs to another member of your team")]
    if not turned_away and sending.number is not None and sending.number != debate.posts_count + 1:
        message = f"this was written as turn {sending.number}, and turn {debate.posts_count + 1} is due"
        return [Problem("posting.moved-on", "turn", message, "Read what came in between, then post again.")]
    return found


def keep_draft(debate: Debate, person: Person, sending: Sending) -> None:
    """Keep a refused text as its author's draft; an empty one does not replace what was typed before.

    Of a target that no post has, nothing is kept: no form could have offered it.
    """
    if sending.text.strip():
        Draft.objects.update_or_create(
            debate=debate,
            person=person,
            defaults={
                "text": storable(sending.text),
                "act": sending.act if sending.act in ACTS else "opens",
                "target": sending.target if 0 < (sending.target or 0) <= debate.posts_count else None,
            },
        )


def _mark(person: Person, nonce: str) -> str:
    """Return what a sending is known by: no form of another person can claim it, and any column can hold it."""
    given = f"{person.pk} {nonce or secrets.token_hex()}"
    return sha256(given.encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _post(debate: Debate, person: Person, side: Side, sending: Sending, mark: str, now: datetime) -> Post:
    fmt = rules_of(debate)
    turn = None if fmt.floor else fmt.turns[debate.posts_count]
    post = Post.objects.create(
        debate=debate,
        number=debate.posts_count + 1,
        side=side,
        person=person,
        speaker=person.name,
        role=turn.role if turn else "",
        closing=turn.closing if turn else None,
        text=sending.text,
        answers=sending.target if sending.act == "answers" else None,
        concedes=sending.target if sending.act == "concedes" else None,
        clarifies=sending.target if sending.act == "clarifies" else None,
        nonce=mark,
        accepted_at=now,
    )
    finding.index(debate.pk, post.number, post.text)
    debate.posts_count = post.number
    debate.yielded = []
    happened(debate, "post", post=post.number)
    return post


def _move_on(debate: Debate, now: datetime) -> None:
    """Give the turn to whoever has it next, or close the floor; then ask for what is now to be judged."""
    fmt = rules_of(debate)
    debate.due_at = due_after(debate, now)
    debate.save(update_fields=["posts_count", "yielded", "due_at"])
    if whose_turn(debate) is None:
        limit = fmt.floor is not None and debate.posts_count >= fmt.floor.post_limit
        close(debate, "turns" if fmt.floor is None else "limit" if limit else "yields", now)
    else:
        judgings.want(debate)
        notices.turn(debate)


def let_pass(debate: Debate, now: datetime) -> None:
    """Decide a turn whose time has run out, on a locked and open debate.

    On an open floor it counts as yielding the floor. In a match the side forfeits: what was said stays on the record
    and no points are counted.
    """
    side = whose_turn(debate)
    if side is None:
        return
    if rules_of(debate).floor is not None:
        debate.yielded = [*debate.yielded, side]
        happened(debate, "yield", side=side, expired=True)
        _move_on(debate, now)
        return
    debate.forfeited = side
    debate.save(update_fields=["forfeited"])
    close(debate, "forfeit", now)


def close(debate: Debate, reason: str, now: datetime) -> None:
    """Close the floor of a locked debate. `reason` is one of the values of ``closed_by``.

    A floor on which nothing was said leaves nothing to judge: it is taken down, as if withdrawn.
    """
    silent = reason != "forfeit" and not debate.posts_count
    debate.state = "forfeited" if reason == "forfeit" else "withdrawn" if silent else "closed"
    debate.closed_by = reason
    debate.closed_at = now
    debate.due_at = None
    debate.save(update_fields=["state", "closed_by", "closed_at", "due_at"])
    happened(debate, "forfeit" if reason == "forfeit" else "closed", reason=reason, side=debate.forfeited)
    if debate.state == "closed":
        judgings.want(debate)
