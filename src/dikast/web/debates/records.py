"""What is on a floor, as the core's debate and as a case document. Must not know how a text gets there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from dikast.core.debate import Debate as Held
from dikast.core.debate import Side, Speech
from dikast.core.formats import Format
from dikast.core.formats import get as format_of
from dikast.web.debates.models import Debate, Post


def rules_of(debate: Debate) -> Format:
    """Return the format that a debate is held under."""
    return format_of(debate.format)


def letter(debate: Debate) -> str:
    """Return what the ids of a debate's turns begin with: P for posts, S for speeches."""
    return "s" if debate.origin == "match" else "p"


def held(debate: Debate, posts: Sequence[Post], *, words: bool = True) -> Held:
    """Return the floor as the core's debate: what its rules and methods read.

    Args:
        debate: the debate.
        posts: its posts in order, as many of them as are to be seen.
        words: whether what was said is read too; without, speeches have no text, speaker or role.
    """
    name = letter(debate)

    def ident(number: int | None) -> str | None:
        return None if number is None else f"{name}{number}"

    speeches = tuple(
        Speech(
            id=f"{name}{post.number}",
            side=cast(Side, post.side),
            text=post.text if words else None,
            speaker=post.speaker if words else "",
            role=post.role if words else "",
            closing=post.closing if words else None,
            answers=() if post.answers is None else (f"{name}{post.answers}",),
            concedes=ident(post.concedes),
            clarifies=ident(post.clarifies),
        )
        for post in posts
    )
    return Held(debate.motion, (debate.name_a, debate.name_b), speeches, debate.format, _yielded(debate))


def outline(debate: Debate) -> Held:
    """Return the floor as its rules read it: who spoke and what each post names, without the words. One query."""
    columns = ("number", "side", "answers", "concedes", "clarifies", "debate_id")
    return held(debate, list(debate.posts.order_by("number").only(*columns)), words=False)


def _yielded(debate: Debate) -> tuple[Side, ...]:
    return cast("tuple[Side, ...]", tuple(debate.yielded))


def document(debate: Debate, posts: Sequence[Post]) -> dict[str, Any]:
    """Return the floor as a case document without perceptions, ready to be judged."""
    if debate.document is not None:
        return dict(debate.document)
    speeches: list[dict[str, Any]] = []
    for speech, post in zip(held(debate, posts).speeches, posts, strict=True):
        entry: dict[str, Any] = {
            "id": speech.id,
            "side": speech.side,
            "speaker": speech.speaker,
            "text": speech.text,
            "at": post.accepted_at.isoformat(timespec="seconds"),
        }
        if debate.origin == "match":
            entry |= {"role": speech.role} | ({} if speech.closing is None else {"closing": speech.closing})
        else:
            entry |= {"answers": list(speech.answers), "concedes": speech.concedes, "clarifies": speech.clarifies}
        speeches.append(entry)
    made: dict[str, Any] = {
        "dikast": 1,
        "method": debate.method,
        "format": debate.format,
        "motion": debate.motion,
        "lang": debate.lang or None,
        "sides": {"A": {"name": debate.name_a}, "B": {"name": debate.name_b}},
        "speeches": speeches,
    }
    if debate.fingerprint:
        made["fingerprint"] = debate.fingerprint
    if debate.origin == "floor":
        made["yielded"] = sorted(debate.yielded)
    return made
