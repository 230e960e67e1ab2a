"""The parts of a case's page, each by itself, for pages that have a shell and a style sheet of their own.

They hold no style and no script; their style is `html.sheet`. Must not know where they go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from dikast.record.exporters.html import View, build, environment
from dikast.record.exporters.source import Source
from dikast.record.exporters.words import Voice


@dataclass(frozen=True, slots=True)
class Parts:
    """Sections of a case, each "" where the case has no matter for it.

    `head` is the motion with the finding and its facts, `floor` the posts with the rail of points.
    """

    head: Markup
    trouble: Markup
    flow: Markup
    momentum: Markup
    floor: Markup
    closing: Markup
    ledger: Markup
    speeches: Markup
    versions: Markup
    asked: Markup
    method: Markup


def parts(document: Mapping[str, object], tongue: str = "", *, running: bool = False) -> Parts:
    """Return all parts of a case document.

    Args:
        document: a case that has been read and checked before, judged to its end or so far.
        tongue: the language of the words, as for `html.build`.
        running: whether the debate goes on.
    """
    view, voice = build(Source(document), tongue, running=running)
    annals = view.annals
    return Parts(
        part(view, voice, "ruling_head"),
        part(view, voice, "trouble", annals.troubles),
        part(view, voice, "flow", view.flow),
        part(view, voice, "momentum", view.momentum),
        part(view, voice, "floor", view.floor),
        part(view, voice, "closing", view.closing),
        part(view, voice, "ledger", view.ledger),
        part(view, voice, "speeches", view.said),
        part(view, voice, "versions", len(annals.versions) > 1 or annals.changes),
        part(view, voice, "asked", view.asked),
        part(view, voice, "method"),
    )


def part(view: View, voice: Voice, name: str, matter: object = True) -> Markup:
    """Return one part by the name of its template, "" where there is no `matter` for it."""
    if not matter:
        return Markup("")
    return Markup(environment().get_template(f"{name}.html.j2").render(view=view, w=voice))


def article(view: View, voice: Voice, number: int) -> Markup:
    """Return the post or speech at a place (from 1) as one element with its own id, as the whole page shows it."""
    if view.floor is not None:
        return _article("post", view, voice, post=view.floor.posts[number - 1])
    spoken = next(one for one in view.said if one.turn is not None and one.turn.number == number)
    return _article("speech", view, voice, one=spoken)


def _article(name: str, view: View, voice: Voice, **shown: object) -> Markup:
    return Markup(environment().get_template(f"{name}.html.j2").render(view=view, w=voice, **shown))
