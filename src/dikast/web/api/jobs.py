"""A debate in, a ruling out: what it costs, the order, how far it has come. Must not know how a debate is judged."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Annotated, Any

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest
from ninja import Header, Router, Status

from dikast import judging
from dikast.core import formats
from dikast.core.problems import InputError
from dikast.judging.expectation import Range, expect
from dikast.judging.prices import charge
from dikast.record import case as cases
from dikast.web.account.models import Person
from dikast.web.api.debates import Slug
from dikast.web.api.keys import KEY, sender
from dikast.web.api.problems import BODY, Refused, answers
from dikast.web.api.shapes import Cost, Job, ToJudge
from dikast.web.debates import bringing
from dikast.web.debates.models import Brought, Debate
from dikast.web.debates.sight import stream
from dikast.web.debates.signs import storable

router = Router(tags=["judge"])

IdempotencyKey = Annotated[
    str, Header(alias="Idempotency-Key", max_length=200, description="The same key again is the same job.")
]


def _document(given: ToJudge) -> dict[str, Any]:
    """Return the one debate that was given, as a case document."""
    if (given.case is None) == (given.transcript is None):
        raise Refused(422, "judge.one-of", "give exactly one of case and transcript", "case")
    if given.case is not None:
        found = bringing.read(json.dumps(given.case).encode(), "case")
    else:
        found = bringing.read((given.transcript or "").encode(), "transcript", given.speakers)
    if len(found) != 1:
        raise Refused(422, "judge.several", f"holds {len(found)} debates", "transcript", "Send one at a time.")
    return found[0] | ({} if given.motion is None else {"motion": given.motion})


def _wish(given: ToJudge, document: dict[str, Any]) -> bringing.Judged:
    named = document.get("format")
    usual = formats.get(named).method if named in formats.ids() else "graph/1"
    method = given.method or document.get("method") or usual
    return bringing.Judged(method, given.judge or settings.DIKAST_JUDGES[0], given.readings, given.visibility)


@router.post("/plan", auth=KEY, response=answers(Cost, *BODY), summary="What judging would cost")
def plan(request: HttpRequest, given: ToJudge) -> Any:
    """Calls, tokens and money, by each method that can judge the debate. Nothing is judged."""
    document = _document(given)
    wish = _wish(given, document)
    if found := bringing.problems(document, wish, settings.DIKAST_JUDGES):
        raise InputError(found)
    costs = []
    for method in [given.method] if given.method else list(judging.METHODS):
        debate = cases.debate_of(judging.prepared(document, method))
        expected = expect(debate, method) * wish.readings
        paid = charge(wish.judge, expected.tokens_in.high, expected.tokens_out.high)
        parts = {name: _range(getattr(expected, name)) for name in ("calls", "tokens_in", "tokens_out")}
        dollars = None if paid.dollars is None else str(paid.dollars)
        costs.append({"method": method, **parts, "charge": paid.kind, "dollars": dollars})
    return {"speeches": len(document["speeches"]), "costs": costs}


def _range(given: Range) -> dict[str, int]:
    return {"low": given.low, "high": given.high}


@router.post("/judge", auth=KEY, response=answers(Job, *BODY, 409, status=202), summary="Judge a debate held elsewhere")
def judge(request: HttpRequest, given: ToJudge, key: IdempotencyKey = "") -> Any:
    """Put a case or transcript before the judge. Poll the job, or follow its stream, until it is ruled."""
    person, key = sender(request), storable(key)
    document = _document(given)
    asked = json.dumps(given.dict(), sort_keys=True).encode()
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)  # so that the same key sent at once is one job
        digest = sha256(asked).hexdigest()
        before = Brought.objects.select_related("debate").filter(person=person, key=key).first() if key else None
        if before is not None and before.digest != digest:
            raise Refused(409, "judge.other-request", "this key came with another request before", "Idempotency-Key")
        if before is not None:
            return Status(202, _job(before.debate))
        debate = bringing.bring(person, document, _wish(given, document), settings.DIKAST_JUDGES)
        if key:
            Brought.objects.create(person=person, key=key, digest=digest, debate=debate)
    return Status(202, _job(debate))


@router.get("/judge/{slug}", auth=KEY, response=answers(Job, 404), summary="A job")
def job(request: HttpRequest, slug: Slug) -> Any:
    """How far a job has come; once it is ruled, with the whole case."""
    debate = Debate.objects.filter(slug=slug, owner=sender(request), origin="transcript").first()
    if debate is None:
        raise Http404
    return _job(debate)


def _job(debate: Debate) -> dict[str, Any]:
    row = debate.judgings.get(method=debate.method)
    return {
        "id": debate.slug,
        "state": debate.state if debate.state in ("ruled", "fault") else "judging",
        "poll": f"/api/v1/judge/{debate.slug}",
        "stream": stream(debate, debate.events_count),
        "page": f"/d/{debate.slug}",
        "posts_done": row.done,
        "posts_wanted": row.wanted,
        "fault": row.fault,
        "summary": debate.summary,
        "case": json.loads(row.document) if row.ruled else None,
    }
