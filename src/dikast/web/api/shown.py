"""Rows of the database as the API's answers. Must not know who asks."""

from __future__ import annotations

from typing import Any

from dikast.core.formats import Format
from dikast.web.debates.judgings import TRIES
from dikast.web.debates.models import Debate, Event, Judging, Post


def debate(row: Debate, turn: str | None = None) -> dict[str, Any]:
    """Return a debate; `turn` is the side whose turn it is, if that is known."""
    return {
        "slug": row.slug,
        "page": f"/d/{row.slug}",
        "motion": row.motion,
        "lang": row.lang,
        "format": row.format,
        "method": row.method,
        "judge": row.judge,
        "readings": row.readings,
        "names": row.names,
        "origin": row.origin,
        "visibility": row.visibility,
        "state": row.state,
        "turn": turn,
        "turn_seconds": row.turn_seconds,
        "due_at": row.due_at,
        "closes_at": row.closes_at,
        "posts": row.posts_count,
        "events": row.events_count,
        "forfeited": row.forfeited,
        "ruling": row.summary,
        "created_at": row.created_at,
        "active_at": row.active_at,
    }


def post(row: Post) -> dict[str, Any]:
    """Return a post or speech."""
    fields = ("number", "side", "speaker", "role", "text", "answers", "concedes", "clarifies", "accepted_at")
    return {name: getattr(row, name) for name in fields}


def event(row: Event) -> dict[str, Any]:
    """Return something that happened."""
    return {"number": row.number, "kind": row.kind, "data": row.data, "at": row.at}


def judging(row: Judging) -> dict[str, Any]:
    """Return how far a judging has come."""
    return {
        "method": row.method,
        "judge": row.judge,
        "readings": row.readings,
        "posts_wanted": row.wanted,
        "posts_done": row.done,
        "ruled": row.ruled,
        "fault": row.fault,
        "needs_a_person": row.tries >= TRIES,
    }


def format(given: Format) -> dict[str, Any]:
    """Return a format with its order of turns."""
    return {
        "id": given.id,
        "name": given.name,
        "kind": given.kind,
        "method": given.method,
        "about": given.about,
        "source": given.source,
        "names": dict(zip("AB", given.names, strict=True)),
        "length": given.length._asdict(),
        "turns": [
            {
                "side": turn.side,
                "role": turn.role,
                "speaker": turn.speaker,
                "minutes": turn.minutes,
                "closing": turn.closing,
                **turn.length._asdict(),
            }
            for turn in given.turns
        ],
        "post_limit": given.floor.post_limit if given.floor else None,
    }
