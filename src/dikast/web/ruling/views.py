"""The ruling's page: the finding and everything it rests on, or what keeps it. Must not know how to score."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dikast.core.formats import METHODS
from dikast.record.exporters.shown import language, plain
from dikast.record.exporters.words import Voice
from dikast.web.debates import operating
from dikast.web.debates.judgings import TRIES
from dikast.web.debates.models import Call, Debate, Judging
from dikast.web.debates.turns import side_of
from dikast.web.front_door import keep
from dikast.web.pages import facing, page, person_of, tongue, url
from dikast.web.ruling import cases
from dikast.web.ruling.sighted import debate_at
from dikast.web.ruling.verdict import verdict

#: What takes the place of a finding that is not there, by what keeps it.
STANDINGS: Final = ("ruled", "judging", "running", "fault", "forfeited", "none")


@require_safe
def ruling(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ruling of the debate at `slug`, or how far it is."""
    return show(request, debate_at(request, slug))


@require_safe
def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how far judging is, for a page that waits; once the ruling is there, the page is to be loaded again."""
    debate = debate_at(request, slug)
    judging = cases.chosen(cases.judgings(debate), request.GET.get("method", ""))
    now = standing(debate, judging)
    response = page(
        request,
        "ruling_progress.html.j2",
        {"debate": debate, "judging": judging, "standing": now} | _queue(judging, now),
    )
    if now != "judging":
        response.headers["HX-Refresh"] = "true"
    return response


@require_safe
def asked(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every question put to the judge about the debate at `slug`, as sent, with its raw answer."""
    debate = debate_at(request, slug)
    judging = cases.chosen(cases.judgings(debate), request.GET.get("method", ""))
    shown = cases.shown(judging, tongue()) if judging is not None else None
    if judging is None or shown is None or not shown.parts.asked:
        raise Http404
    back = url("ruling", slug=slug) + cases.query(debate, judging)
    context = {"debate": debate, "asked": shown.parts.asked, "back": back, "lang": language(debate.lang)}
    response = page(request, "ruling_asked.html.j2", context)
    return keep(response) if person_of(request) is None and debate.visibility != "private" else response


def standing(debate: Debate, judging: Judging | None) -> str:
    """Return one of `STANDINGS`: whether a debate is ruled by this judging, or else why not."""
    if judging is not None and judging.ruled:
        return "ruled"
    if debate.state == "forfeited":
        return "forfeited"
    if judging is not None and judging.tries >= TRIES:
        return "fault"
    if debate.state == "open":
        return "running" if judging is not None and judging.done else "none"
    return "judging" if judging is not None else "none"


def _queue(judging: Judging | None, now: str) -> dict[str, Any]:
    """Return why a judging that is not ruled waits: its place in the queue, and whether its judge is busy."""
    waits = now == "judging" and judging is not None
    return {
        "place": operating.place(judging) if waits and judging else None,
        "busy": waits and judging is not None and not judging.running and judging.retry_at is not None,
    }


def show(request: HttpRequest, debate: Debate) -> HttpResponse:
    """Show what stands of the ruling of a debate that this person may see."""
    person, code = person_of(request), tongue()
    rows = cases.judgings(debate)
    judging = cases.chosen(rows, request.GET.get("method", ""))
    now = standing(debate, judging)
    calls = dict(debate.calls.values_list("side").annotate(Count("pk")))
    public = person is None and debate.visibility != "private"
    etag = _mark(request, debate, judging, now, calls) if public else ""
    if etag and (unchanged := get_conditional_response(request, etag=etag)) and unchanged.status_code == 304:
        return unchanged
    own = Call.objects.filter(debate=debate, person=person).first() if person and calls else None
    seat = side_of(debate, person)
    may_call = person is not None and seat is None and own is None and now in ("ruled", "judging")
    if may_call and request.GET.get("call"):
        return page(request, "ruling_call.html.j2", {"debate": debate, "judging": judging})
    shown = cases.shown(judging, code) if judging is not None and now not in ("forfeited", "fault") else None
    owns = person is not None and debate.owner_id == person.pk
    context: dict[str, Any] = {
        "debate": debate,
        "judging": judging,
        "standing": now,
        "tries": TRIES,
        **_queue(judging, now),
        "parts": shown.parts if shown else None,
        "verdict": verdict(shown.summary, debate.names, Voice(code, facing(code))) if shown else "",
        "lang": language(debate.lang),
        "title": plain(debate.motion) or _("A debate without a stated motion"),
        "methods": [row.method for row in rows],
        "orderable": _orderable(debate, rows) if owns else "",
        "owns": owns,
        "again": owns and now == "fault",
        "calls": calls,
        "own": own,
        "may_call": may_call,
        "address": url("debate", slug=debate.slug),
        "query": cases.query(debate, judging) if judging is not None else "",
    }
    response = page(request, "ruling_page.html.j2", context)
    if etag:
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept-Language, Cookie"
        if now != "judging":  # whoever waits is to see the ruling when it is there
            keep(response)
    return response


def _orderable(debate: Debate, rows: list[Judging]) -> str:
    """Return the method by which this debate can be judged too, "" if by none."""
    if debate.state != "ruled":
        return ""
    return next((method for method in METHODS if method not in {row.method for row in rows}), "")


def _mark(request: HttpRequest, debate: Debate, judging: Judging | None, now: str, calls: dict[str, int]) -> str:
    """Return a mark of everything that this page shows a stranger, from which a browser sees that nothing changed."""
    held = (judging.method, judging.seal, judging.done, judging.wanted) if judging is not None else ()
    shown = (
        debate.slug,
        now,
        held,
        sorted(calls.items()),
        tongue(),
        request.COOKIES.get("scheme", ""),
        request.get_host(),
        request.get_full_path(),
        static("dikast/site.css"),
        static("dikast/ruling.css"),
    )
    return f'W/"{hashlib.sha256(repr(shown).encode()).hexdigest()[:32]}"'
