"""Operations on debates: find, start, join, follow. Must not know how a debate is shown on a page."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Status

from dikast.web.account.models import Person
from dikast.web.api import shown
from dikast.web.api.keys import KEY, OPTIONAL, perhaps, sender, who
from dikast.web.api.problems import BODY, Refused, answers
from dikast.web.api.shapes import (
    DebateChange,
    DebateList,
    DebateShape,
    Following,
    Invitation,
    NewDebate,
    Seats,
    SeatShape,
)
from dikast.web.debates import finding, opening, seating
from dikast.web.debates.models import Debate, Follow
from dikast.web.debates.sight import at, show_to, visible_to
from dikast.web.debates.turns import whose_turn

router = Router(tags=["debates"])

#: Debates on one page of a list.
PAGE = 50
Slug = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,12}$", description="A debate's address.")]
Page = Annotated[int, Query(ge=1, le=10_000)]
State = Annotated[
    str | None, Query(pattern="^(waiting|open|closed|ruled|fault|forfeited)$", description="Only debates in it.")
]


def seen(slug: str, person: Person | None) -> Debate:
    """Return the debate at an address.

    Raises:
        Http404: there is none, or `person` may not see it.
    """
    debate = at(slug, person)
    if debate is None:
        raise Http404
    return debate


def owned(slug: str, person: Person) -> Debate:
    """Return the debate at an address, which must be `person`'s own.

    Raises:
        Http404: there is none that he may see.
        Refused: it is another's.
    """
    debate = seen(slug, person)
    if debate.owner_id != person.pk:
        raise Refused(403, "debate.not-yours", "only the debate's owner may do this")
    return debate


@router.get("/debates", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(DebateList), summary="Find debates")
def find(
    request: HttpRequest,
    q: Annotated[str, Query(max_length=200, description="Words of motions and speeches.")] = "",
    state: State = None,
    mine: Annotated[bool, Query(description="Only debates you own or take part in.")] = False,
    page: Page = 1,
) -> Any:
    """Public debates and, with a key, your own; those in which something happened last come first."""
    person = who(request)
    found = visible_to(person)
    if mine:
        found = found.filter(Q(owner=person) | Q(seats__person=person)).distinct() if person else found.none()
    if q.strip():
        found = found.filter(pk__in=finding.holding(q))
    if state:
        found = found.filter(state=state)
    first = (page - 1) * PAGE
    rows = list(found.defer("document").order_by("-active_at", "-pk")[first : first + PAGE + 1])
    return {"debates": [shown.debate(row) for row in rows[:PAGE]], "next": page + 1 if len(rows) > PAGE else None}


@router.post("/debates", auth=KEY, response=answers(DebateShape, *BODY, status=201), summary="Start a debate")
def start(request: HttpRequest, given: NewDebate) -> Any:
    """Start a debate on a floor here. It opens when both sides have somebody: see its seats for the invitations."""
    offered: tuple[str, ...] = settings.DIKAST_JUDGES
    if given.closes_at is not None and given.closes_at.tzinfo is None:
        raise Refused(422, "opening.closes", "must have a time zone", "closes_at", "Write 2030-01-31T18:00:00Z.")
    wish = opening.Wish(**(given.dict() | {"judge": given.judge or offered[0]}))
    return Status(201, shown.debate(opening.start(sender(request), wish, offered)))


@router.get(
    "/debates/{slug}", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(DebateShape, 404), summary="One debate"
)
def one(request: HttpRequest, slug: Slug) -> Any:
    """A debate, with whose turn it is."""
    debate = seen(slug, who(request))
    return shown.debate(debate, whose_turn(debate))


@router.patch(
    "/debates/{slug}", auth=KEY, response=answers(DebateShape, *BODY, 403, 404), summary="Change who may see a debate"
)
def change(request: HttpRequest, slug: Slug, given: DebateChange) -> Any:
    """Change who may see a debate; only its owner may."""
    debate = owned(slug, sender(request))
    show_to(debate, given.visibility)
    return shown.debate(debate, whose_turn(debate))


@router.get(
    "/debates/{slug}/seats", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(Seats, 404), summary="The seats"
)
def seats(request: HttpRequest, slug: Slug) -> Any:
    """Who sits where. The debate's owner sees the keys of the invitations that are still free."""
    person = who(request)
    debate = seen(slug, person)
    mine = person is not None and debate.owner_id == person.pk
    return {
        "seats": [
            {
                "side": seat.side,
                "position": seat.position,
                "taken": seat.person is not None,
                "name": seat.person.name if seat.person else "",
                "key": seat.key if mine and seat.person is None else None,
            }
            for seat in debate.seats.select_related("person")
        ]
    }


@router.post("/join", auth=KEY, response=answers(SeatShape, *BODY), summary="Take a seat")
def join(request: HttpRequest, given: Invitation) -> Any:
    """Take the seat of an invitation. Taking one's own seat again changes nothing."""
    person = sender(request)
    seat = seating.take(given.key, person)
    return {"side": seat.side, "position": seat.position, "taken": True, "name": person.name, "key": None}


@router.put("/debates/{slug}/follow", auth=KEY, response=answers(Following, 404), summary="Follow a debate")
def follow(request: HttpRequest, slug: Slug) -> Any:
    """Be told when something happens in a debate."""
    person = sender(request)
    Follow.objects.get_or_create(debate=seen(slug, person), person=person)
    return {"following": True}


@router.delete("/debates/{slug}/follow", auth=KEY, response=answers(Following, 404), summary="Stop following")
def unfollow(request: HttpRequest, slug: Slug) -> Any:
    """Be told no more."""
    person = sender(request)
    Follow.objects.filter(debate=seen(slug, person), person=person).delete()
    return {"following": False}
