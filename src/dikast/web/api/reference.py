"""What a program has to know before it asks: formats, methods, judges; and who it is. Must not know debates."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Path, Router, Status

from dikast import judging
from dikast.core import formats
from dikast.web.api import shown
from dikast.web.api.keys import KEY, OPTIONAL, perhaps, sender
from dikast.web.api.problems import answers
from dikast.web.api.shapes import Account, FormatShape, Methods, Notices

router = Router(tags=["reference"])

#: Notices in one answer.
NOTICES = 100


@router.get("/formats", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(list[FormatShape]), summary="Formats")
def all_formats(request: HttpRequest) -> Any:
    """Every format, with its order of turns and its limits."""
    return [shown.format(formats.get(name)) for name in formats.ids()]


@router.get(
    "/formats/{id}", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(FormatShape, 404), summary="One format"
)
def one_format(request: HttpRequest, id: Annotated[str, Path(max_length=40)]) -> Any:
    """One format."""
    if id not in formats.ids():
        raise Http404
    return shown.format(formats.get(id))


@router.get("/methods", auth=[perhaps], openapi_extra=OPTIONAL, response=answers(Methods), summary="Methods and judges")
def methods(request: HttpRequest) -> Any:
    """The methods with the fingerprints of their versions, and the judges that are offered here."""
    known = [{"id": method, "fingerprint": judging.fingerprint(method)} for method in judging.METHODS]
    return {"methods": known, "judges": list(settings.DIKAST_JUDGES)}


@router.get("/me", auth=KEY, response=answers(Account), summary="Whose key this is")
def me(request: HttpRequest) -> Any:
    """The account that the key belongs to."""
    person = sender(request)
    return {"name": person.name, "handle": person.handle}


@router.get("/notices", auth=KEY, response=answers(Notices), summary="Your notices")
def notices(request: HttpRequest) -> Any:
    """What you were told, the latest first."""
    mine = sender(request).notices
    return {
        "notices": [
            {
                "kind": row.kind,
                "about": row.about,
                "motion": row.motion,
                "created_at": row.created_at,
                "read": row.read_at is not None,
            }
            for row in mine.order_by("-created_at", "-pk")[:NOTICES]
        ],
        "unread": mine.filter(read_at=None).count(),
    }


@router.post("/notices/read", auth=KEY, response=answers(None, status=204), summary="Mark notices as read")
def read(request: HttpRequest) -> Any:
    """Mark all your notices as read."""
    sender(request).notices.filter(read_at=None).update(read_at=timezone.now())
    return Status(204, None)
