"""The points that a post of an open floor may name, each with its beginning. Must not know forms."""

from __future__ import annotations

from django.utils.translation import gettext as _

from dikast.record.exporters.shown import plain
from dikast.record.exporters.source import shorten
from dikast.web.debates.models import Debate

#: Words of a group, the acts it serves, and its points as (number, words).
Group = tuple[str, tuple[str, ...], list[tuple[int, str]]]
#: Characters of a point's beginning.
BEGINNING = 60


def targets(debate: Debate, side: str) -> list[Group]:
    """Return the points that a post of `side` may name, the other side's first; empty groups are left out."""
    theirs: list[tuple[int, str]] = []
    own: list[tuple[int, str]] = []
    for post in debate.posts.filter(concedes=None, clarifies=None).order_by("number"):
        entry = (post.number, f"P{post.number} {plain(shorten(post.text, BEGINNING))}")
        (own if post.side == side else theirs).append(entry)
    groups: list[Group] = [
        (_("Points of the other side"), ("answers", "concedes"), theirs),
        (_("Points of your own side"), ("clarifies",), own),
    ]
    return [group for group in groups if group[2]]


def only(groups: list[Group]) -> int | None:
    """Return the one point of the other side, where there is just one: nobody has to choose it."""
    theirs = [number for _words, acts, points in groups if "answers" in acts for number, _told in points]
    return theirs[0] if len(theirs) == 1 else None
