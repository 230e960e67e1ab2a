"""One reading of a debate by the rubric: one question a post, all at once, and the ruling's text afterwards.

Must not know qualities, points or totals (the method, §3.1 and §3.5).
"""

from __future__ import annotations

import asyncio
from typing import Any

from dikast.core.debate import Debate, Speech
from dikast.judging.asking import Asker
from dikast.perception.neutral import is_blank
from dikast.perception.questions import closing_view, post

Entry = dict[str, Any]


async def read_posts(debate: Debate, asker: Asker) -> list[Entry]:
    """Put the question about every post, in parallel, and return the reading as the case file has it.

    A post that says nothing is not put to anybody: it is off-topic and not substantive. A post that nobody could
    assess has no entry; the asker holds the fault.
    """
    numbered = [(speech, None if is_blank(speech.text or "") else asker.number()) for speech in debate.speeches]
    entries = await asyncio.gather(*(_assess(debate, speech, ident, asker) for speech, ident in numbered))
    return [entry for entry in entries if entry is not None]


async def _assess(debate: Debate, speech: Speech, ident: str | None, asker: Asker) -> Entry | None:
    if ident is None:
        return {
            "post": speech.id,
            "class": "off-topic",
            "engages": False,
            "declined": False,
            "scores": None,
            "reasons": None,
            "fallacies": [],
            "confidence": None,
            "perception": None,
            "blank": True,
        }
    asked = about(debate, speech)
    result = await asker.ask(ident, post.request(asked), lambda data: post.accept(asked, data), [speech.id])
    if result is None:
        return None
    return {
        "post": speech.id,
        "class": result.cls,
        "engages": result.engages,
        "engagement_quote": result.engagement_quote,
        "engagement_at": None if result.engagement_at is None else list(result.engagement_at),
        "declined": result.declined,
        "scores": result.scores,
        "reasons": result.reasons,
        "fallacies": [
            {
                "pattern": flag.pattern,
                "severity": flag.severity,
                "quote": flag.quote,
                "at": list(flag.at),
                "reason": flag.reason,
            }
            for flag in result.fallacies
        ],
        "confidence": result.confidence,
        "perception": ident,
    }


def about(debate: Debate, speech: Speech) -> post.PostInput:
    """Return what the question about one post is asked with."""
    texts = {one.id: one.text or "" for one in debate.speeches}

    def named(ident: str | None) -> post.Named | None:
        return None if ident is None else post.Named(ident, texts[ident])

    earlier = debate.speeches[: debate.speeches.index(speech)]
    return post.PostInput(
        motion=debate.motion,
        post=speech.text or "",
        answers=tuple(post.Named(ident, texts[ident]) for ident in speech.answers),
        concedes=named(speech.concedes),
        clarifies=named(speech.clarifies),
        opponent=tuple(one.text for one in earlier if one.side != speech.side and one.text),
    )


async def view_whole(debate: Debate, asker: Asker) -> Entry | None:
    """Ask for the ruling's text, and return it as the case file has it; None if it had to be left out.

    It can move no number, so failing to get it is no fault of the ruling.
    """
    asked = closing_view.RulingInput(
        debate.motion,
        debate.names,
        tuple(closing_view.Post(one.id, one.side, one.text or "") for one in debate.speeches),
    )
    ident = asker.number()
    request = closing_view.request(asked)
    view = await asker.ask(
        ident, request, lambda data: closing_view.accept(asked, data), [one.id for one in debate.speeches], needed=False
    )
    if view is None:
        return None
    return {
        "perception": ident,
        "scores": view.scores,
        "clashes": [{"posts": list(clash.posts), "text": clash.text} for clash in view.clashes],
        "advice": view.advice,
        "finding": view.finding,
        "reason": view.reason,
    }
