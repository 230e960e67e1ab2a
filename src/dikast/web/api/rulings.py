"""Operations on rulings: how a debate stands, its case and ledger, another method. Must not know how it is judged."""

from __future__ import annotations

import json
from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router

from dikast.record import case as cases
from dikast.record.exporters.ledger_csv import ledger_csv
from dikast.web.account.models import Person
from dikast.web.api import shown
from dikast.web.api.debates import Slug, owned, seen
from dikast.web.api.keys import KEY, OPTIONAL, perhaps, sender, who
from dikast.web.api.problems import BODY, Refused, answers
from dikast.web.api.shapes import CallShape, Judgings, JudgingShape, Method, Order, OwnCall, RulingShape
from dikast.web.debates import judgings
from dikast.web.debates.models import Call, Debate, Judging
from dikast.web.debates.summaries import summary
from dikast.web.debates.turns import side_of

router = Router(tags=["rulings"])

ByMethod = Annotated[Method | None, Query(description="By default the debate's own.")]


def _file(kind: str, what: str) -> dict[str, Any]:
    content = {kind: {"schema": {"type": "object" if kind.endswith("json") else "string"}}}
    return OPTIONAL | {"responses": {200: {"description": what, "content": content}}}


def _judged(slug: str, person: Person | None, method: str | None) -> tuple[Debate, Judging, dict[str, Any]]:
    debate = seen(slug, person)
    judging = debate.judgings.filter(method=method or debate.method).exclude(document="").first()
    if judging is None:
        raise Http404
    return debate, judging, json.loads(judging.document)


@router.get(
    "/debates/{slug}/ruling",
    auth=[perhaps],
    openapi_extra=OPTIONAL,
    response=answers(RulingShape, 404),
    summary="How it stands, or was ruled",
)
def ruling(request: HttpRequest, slug: Slug, method: ByMethod = None) -> Any:
    """The ruling in one line with the addresses of all of it; while the floor is open, how it would end now."""
    debate, judging, case = _judged(slug, who(request), method)
    chosen = f"?method={judging.method}"
    return {
        "method": judging.method,
        "final": judging.ruled,
        "posts": judging.done,
        "summary": summary(case),
        "case": f"/api/v1/debates/{slug}/case{chosen}",
        "ledger": f"/api/v1/debates/{slug}/ledger{chosen}",
        "page": f"/d/{debate.slug}/ruling{chosen}",
    }


@router.get(
    "/debates/{slug}/case",
    auth=[perhaps],
    openapi_extra=_file("application/json", "The case file."),
    response=answers(dict[str, Any], 404),
    summary="The case file",
)
def case(request: HttpRequest, slug: Slug, method: ByMethod = None) -> Any:
    """The whole record, sealed: `dikast verify` checks it."""
    _, _, document = _judged(slug, who(request), method)
    return HttpResponse(cases.write(document), content_type="application/json")


@router.get(
    "/debates/{slug}/ledger",
    auth=[perhaps],
    openapi_extra=_file("text/csv", "The ledger, one line a row."),
    response=answers(None, 404),
    summary="The ledger as CSV",
)
def ledger(request: HttpRequest, slug: Slug, method: ByMethod = None) -> Any:
    """Every line that counts, with its quote, question and judge."""
    _, _, document = _judged(slug, who(request), method)
    return HttpResponse(ledger_csv(document), content_type="text/csv; charset=utf-8")


@router.get(
    "/debates/{slug}/judgings",
    auth=[perhaps],
    openapi_extra=OPTIONAL,
    response=answers(Judgings, 404),
    summary="How far judging has come",
)
def all_judgings(request: HttpRequest, slug: Slug) -> Any:
    """Every method by which the debate is judged, and how far that has come."""
    rows = seen(slug, who(request)).judgings.defer("document").order_by("method")
    return {"judgings": [shown.judging(row) for row in rows]}


@router.post(
    "/debates/{slug}/judgings",
    auth=KEY,
    response=answers(JudgingShape, *BODY, 403, 404, 409),
    summary="Order another method",
)
def order(request: HttpRequest, slug: Slug, given: Order) -> Any:
    """Have a ruled debate judged by the other method too, or once more where judging needs a person."""
    debate = owned(slug, sender(request))
    there = judgings.order(debate, given.method)
    if there is None:
        raise Refused(409, "judging.too-early", "the debate is not ruled yet", "method", "Wait for its ruling.")
    return shown.judging(there)


@router.put(
    "/debates/{slug}/call", auth=KEY, response=answers(CallShape, *BODY, 403, 404, 409), summary="Your own call"
)
def call(request: HttpRequest, slug: Slug, given: OwnCall) -> Any:
    """Say who was ahead in your own view. It is made once, and is never part of the ruling."""
    person = sender(request)
    debate = seen(slug, person)
    if side_of(debate, person) is not None:
        raise Refused(403, "call.took-part", "only who took no part can make a call")
    made, new = Call.objects.get_or_create(debate=debate, person=person, defaults={"side": given.side})
    if not new and made.side != given.side:
        raise Refused(409, "call.made", f"you made your call before: {made.side}", "side")
    return {"side": made.side, "made_at": made.made_at}
