"""The texts that move no number: the closing view of a rubric debate, and the feedback after a graph debate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dikast.core import rubric
from dikast.core.debate import SIDES, Side
from dikast.record.exporters.fields import child, children, strings, text, whole
from dikast.record.exporters.grounds import Asked
from dikast.record.exporters.head import finding_of
from dikast.record.exporters.source import Source, Turn


@dataclass(frozen=True, slots=True)
class Clash:
    """One decisive clash: the posts in it and what the judge says of it."""

    posts: tuple[Turn, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Closing:
    """The judge's view of the whole record.

    Attributes:
        scores: criterion and both sides' scores, A's first; None where there is none.
        clashes: the decisive ones.
        advice: what each side is told.
        own: the judge's own finding, ``A``, ``B``, ``tie`` or "" where it gave none.
        agrees: whether it is the ledger's.
        reason: why it would find so.
        asked: the answer that this comes from.
        feedback: whether this is a graph debate's feedback, which has only advice.
    """

    scores: tuple[tuple[str, int | None, int | None], ...]
    clashes: tuple[Clash, ...]
    advice: tuple[tuple[Side, str], ...]
    own: str
    agrees: bool
    reason: str
    asked: Asked | None
    feedback: bool


def closing(source: Source, answers: Mapping[str, Asked]) -> Closing | None:
    """Return the closing view or the feedback; None where the document has neither."""
    view, feedback = child(source.document, "closing_view"), child(source.document, "feedback")
    if not view and not feedback:
        return None
    scores = child(view, "scores")
    rows = tuple((name, whole(child(scores, "A"), name), whole(child(scores, "B"), name)) for name in rubric.CRITERIA)
    clashes = tuple(
        Clash(tuple(source.turn[ref] for ref in strings(one, "posts") if ref in source.turn), text(one, "text"))
        for one in children(view, "clashes")
    )
    advice = child(view, "advice") or feedback
    own, found = text(view, "finding"), finding_of(source.ruling or {})
    return Closing(
        rows if scores else (),
        clashes,
        tuple((side, text(advice, side)) for side in SIDES if text(advice, side)),
        own,
        own == found or (own == "tie" and found == "draw"),
        text(view, "reason"),
        answers.get(text(view or feedback, "perception")),
        not view,
    )
