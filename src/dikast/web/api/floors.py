"""Operations on a floor: read and send posts, keep drafts, read what happened. Must not know the rules of posting."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Status

from dikast.core.problems import InputError
from dikast.web.account.models import Person
from dikast.web.api import shown
from dikast.web.api.debates import Slug, seen
from dikast.web.api.keys import KEY, OPTIONAL, perhaps, sender, who
from dikast.web.api.problems import BODY, Refused, answers
from dikast.web.api.shapes import Accepted, DraftChange, DraftShape, Events, Posts, Sent
from dikast.web.debates import posting
from dikast.web.debates.models import Debate, Draft
from dikast.web.debates.sight import stream
from dikast.web.debates.turns import side_of

router = Router(tags=["floors"])

#: Posts or events in one answer.
PAGE = 200
After = Annotated[int, Query(ge=0, le=100_000, description="Only what has a higher number.")]


@router.get(
    "/debates/{slug}/posts", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(Posts, 404), summary="The posts"
)
def posts(request: HttpRequest, slug: Slug, after: After = 0) -> Any:
    """Posts or speeches in order, as they were accepted. Those of a transcript are in its case."""
    debate = seen(slug, who(request))
    rows = list(debate.posts.filter(number__gt=after)[: PAGE + 1])
    return {
        "posts": [shown.post(row) for row in rows[:PAGE]],
        "next": rows[PAGE - 1].number if len(rows) > PAGE else None,
    }


@router.post(
    "/debates/{slug}/posts", auth=KEY, response=answers(Accepted, *BODY, 404, status=201), summary="Send a post"
)
def send(request: HttpRequest, slug: Slug, given: Sent) -> Any:
    """Put a post, a speech or a yield onto the floor, if its rules let it. A refused text is kept as your draft."""
    person = sender(request)
    sending = posting.Sending(given.text, given.nonce, given.act, given.target, given.number)
    outcome = posting.send(seen(slug, person), person, sending)
    if outcome.problems:
        raise InputError(outcome.problems)
    return Status(201, {"post": shown.post(outcome.post) if outcome.post else None, "repeated": outcome.repeated})


def _seated(slug: str, person: Person) -> Debate:
    debate = seen(slug, person)
    if side_of(debate, person) is None:
        raise Refused(403, "posting.no-seat", "you have no seat in this debate", hint="You can watch and follow it.")
    return debate


def _draft(row: Draft | None) -> dict[str, Any]:
    if row is None:
        return {"text": "", "act": "opens", "target": None, "saved_at": None}
    return {"text": row.text, "act": row.act, "target": row.target, "saved_at": row.saved_at}


@router.get("/debates/{slug}/draft", auth=KEY, response=answers(DraftShape, 403, 404), summary="Your draft")
def draft(request: HttpRequest, slug: Slug) -> Any:
    """What you have typed and not posted."""
    person = sender(request)
    return _draft(_seated(slug, person).drafts.filter(person=person).first())


@router.put("/debates/{slug}/draft", auth=KEY, response=answers(DraftShape, *BODY, 403, 404), summary="Keep a draft")
def keep(request: HttpRequest, slug: Slug, given: DraftChange) -> Any:
    """Keep what you have typed, in place of what was kept before."""
    person = sender(request)
    row, _ = Draft.objects.update_or_create(debate=_seated(slug, person), person=person, defaults=given.dict())
    return _draft(row)


@router.get(
    "/debates/{slug}/events", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(Events, 404), summary="Events"
)
def events(request: HttpRequest, slug: Slug, after: After = 0) -> Any:
    """What happened, in order and without gaps, and the address of the stream that tells what happens next."""
    debate = seen(slug, who(request))
    rows = list(debate.events.filter(number__gt=after).order_by("number")[: PAGE + 1])
    last = rows[:PAGE][-1].number if rows else after
    return {
        "events": [shown.event(row) for row in rows[:PAGE]],
        "next": last if len(rows) > PAGE else None,
        "stream": stream(debate, last),
    }
