"""A debate held elsewhere, step by step before the judge: bring it, say who spoke for which side, judge it.

What was brought and said so far is kept after every step, so that a reload or a way back loses nothing. Must not know
how a file is read.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dikast import judging
from dikast.core import formats
from dikast.core.problems import InputError, Problem
from dikast.web.account.models import Person
from dikast.web.debates import bringing
from dikast.web.debates.models import Call, Debate, Transcript
from dikast.web.pages import page, person_of
from dikast.web.transcript import brought
from dikast.web.transcript.corrections import SIDES, Told, corrected, parts, problems, told
from dikast.web.transcript.costs import costs
from dikast.web.transcript.sentences import sentences

#: How many readings the page offers.
READINGS = (1, 3, 5)
#: What one's own call can be; "" for none.
CALLS = ("", "A", "B", "draw")
#: Signs of a speech that are shown, so that one can tell who speaks.
BEGINNING = 400
_GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


def _mine(request: HttpRequest, slug: str) -> Transcript:
    person = person_of(request)
    found = Transcript.objects.filter(slug=slug, owner=person).select_related("debate").first() if person else None
    if found is None:
        raise Http404
    return found


def _somebody(request: HttpRequest) -> Person:
    """Return who asks; a stranger becomes a guest, so that what he brings stays his."""
    person = person_of(request)
    if person is None:
        person = Person.objects.guest(_("Guest"))
        login(request, person, "django.contrib.auth.backends.ModelBackend")
    return person


def _told(context: dict[str, Any], found: list[Problem], field: str) -> dict[str, Any]:
    """Add the problems to a page's context; `field` is where those stand that name no field of the page."""
    named = [(place if place in context["fields"] else field, words) for place, words in sentences(found)]
    return context | {"problems": named, "errors": dict(reversed(named))}


@_GET_OR_POST
def bring(request: HttpRequest) -> HttpResponse:
    """Take a text or file; show what stands against it, with the text as it was, or go on to its speeches."""
    person = person_of(request)
    mine = (
        Transcript.objects.filter(owner=person, debate=None).order_by("-created_at")
        if person
        else Transcript.objects.none()
    )
    earlier = mine.filter(slug=request.POST.get("from") or request.GET.get("from") or "").first()
    context: dict[str, Any] = {
        "fields": ("source", "file"),
        "source": earlier.source if earlier else "",
        "again": earlier.slug if earlier else "",
        "unfinished": [(one.slug, brought.title(one)) for one in mine.defer("source")[:5]],
        "kilobytes": bringing.LIMIT // 1024,
    }
    if request.method != "POST":
        return page(request, "transcript_bring.html.j2", _told(context, [], "source"))
    file = request.FILES.get("file")
    if file is not None:
        data, name = file.read(bringing.LIMIT + 1), str(file.name or "")[:100]
    else:
        data, name = request.POST.get("source", "").encode("utf-8", "replace"), ""
    reading = brought.reading(data, name, {})
    if reading.problems and not reading.labels:
        context["source"] = (
            data.decode("utf-8", "replace") if len(data) <= bringing.LIMIT else request.POST.get("source", "")
        )
        refused = _told(context, reading.problems, "source" if file is None else "file")
        return page(request, "transcript_bring.html.j2", refused, 422)
    transcript = brought.keep(_somebody(request), data.decode("utf-8"), name, reading, earlier)
    return redirect("transcript-speakers" if reading.labels else "transcript-speeches", slug=transcript.slug)


@_GET_OR_POST
def speakers(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what the names in a text stand for, and read it again with the answers."""
    transcript = _mine(request, slug)
    if transcript.debate is not None:
        return redirect("debate", slug=transcript.debate.slug)
    labels = brought.labels(transcript)
    if not labels:
        return redirect("transcript-speeches", slug=slug)
    found: list[Problem] = []
    if request.method == "POST":
        answers = {one.name: request.POST.get(f"side-{number}", "") for number, one in enumerate(labels, 1)}
        transcript.speakers = {name: answer for name, answer in answers.items() if answer in brought.MEANINGS}
        transcript.save(update_fields=["speakers"])
        if len(transcript.speakers) < len(labels):
            found = [Problem("transcript.meaning", "side-1", "some names have no meaning")]
        else:
            reading = brought.reading(transcript.source.encode(), transcript.name, transcript.speakers)
            if len(reading.documents) == 1:
                brought.settle(transcript, reading.documents[0])
                return redirect("transcript-speeches", slug=slug)
            found = reading.problems
    context: dict[str, Any] = {
        "transcript": transcript,
        "fields": ("side-1",),
        "speakers": [
            {
                "id": str(number),
                "number": number,
                "speaker": one.name,
                "times": one.times,
                "text": one.beginning,
                "side": transcript.speakers.get(one.name, ""),
            }
            for number, one in enumerate(labels, 1)
        ],
    }
    return page(request, "transcript_speakers.html.j2", _told(context, found, "side-1"), 422 if found else 200)


@_GET_OR_POST
def speeches(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the speeches that a text became, and put right what was taken wrongly."""
    transcript = _mine(request, slug)
    if transcript.debate is not None:
        return redirect("debate", slug=transcript.debate.slug)
    if transcript.document is None or "which" in request.POST:
        return _which(request, transcript)
    said, found = told(transcript.document), []
    if request.method == "POST":
        said = _said(request, transcript.document)
        found = problems(said)
        if not found:
            brought.settle(transcript, corrected(transcript.document, said))
            return redirect("transcript-judge", slug=slug)
    everything = [
        {
            "id": str(number),
            "number": number,
            "speaker": part.get("speaker") or _("Speaker not named"),
            "text": str(part.get("text") or "")[:BEGINNING],
            "lang": said.lang,
            "side": side,
        }
        for number, ((_side, part), side) in enumerate(zip(parts(transcript.document), said.sides, strict=True), 1)
    ]
    context = {
        "transcript": transcript,
        "fields": ("motion", "name_a", "name_b", "lang", "format"),
        "said": said,
        "speeches": everything,
        "judged": sum(side != "none" for side in said.sides),
        "formats": [("", _("None in particular")), *((name, formats.get(name).name) for name in formats.ids())],
        "asked": bool(brought.labels(transcript)),
    }
    return page(request, "transcript_speeches.html.j2", _told(context, found, "side-1"), 422 if found else 200)


def _said(request: HttpRequest, document: dict[str, Any]) -> Told:
    before = parts(document)
    sides = [request.POST.get(f"side-{number}", side) for number, (side, _part) in enumerate(before, 1)]
    given = {name: request.POST.get(name, "").strip() for name in ("motion", "name_a", "name_b", "lang", "format")}
    chosen = [side if side in SIDES else was for side, (was, _part) in zip(sides, before, strict=True)]
    return Told(**given, sides=chosen)


def _which(request: HttpRequest, transcript: Transcript) -> HttpResponse:
    reading = brought.reading(transcript.source.encode(), transcript.name, transcript.speakers)
    if reading.labels:
        return redirect("transcript-speakers", slug=transcript.slug)
    chosen = request.POST.get("which", "")
    found: list[Problem] = []
    if request.method == "POST":
        if chosen.isascii() and chosen.isdigit() and len(chosen) < 6 and 0 < int(chosen) <= len(reading.documents):
            brought.settle(transcript, reading.documents[int(chosen) - 1])
            return redirect("transcript-speeches", slug=transcript.slug)
        found = [Problem("transcript.which", "which", "no debate was chosen")]
    context: dict[str, Any] = {
        "transcript": transcript,
        "fields": ("which",),
        "debates": [
            (number, one.get("motion") or "", len(one["speeches"])) for number, one in enumerate(reading.documents, 1)
        ],
    }
    return page(request, "transcript_which.html.j2", _told(context, found, "which"), 422 if found else 200)


@_GET_OR_POST
def judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose method, judge and readings, see what they cost, and put the debate before the judge."""
    transcript = _mine(request, slug)
    if transcript.debate is not None:
        return redirect("debate", slug=transcript.debate.slug)
    if transcript.document is None:
        return redirect("transcript-speeches", slug=slug)
    offered: tuple[str, ...] = settings.DIKAST_JUDGES
    found: list[Problem] = []
    if request.method == "POST":
        transcript.choices = _choices(request, offered)
        transcript.save(update_fields=["choices"])
        if request.POST.get("do") == "judge":
            debate, found = _before_the_judge(transcript, offered)
            if debate is not None:
                return redirect("debate", slug=debate.slug)
    said = told(transcript.document)
    chosen: dict[str, Any] = {
        "method": formats.get(said.format).method if said.format else "graph/1",
        "judge": offered[0],
        "readings": 1,
        "visibility": "private",
        "call": "",
    } | transcript.choices
    context = {
        "transcript": transcript,
        "fields": ("method", "judge", "readings", "visibility"),
        "said": said,
        "speeches": len(transcript.document["speeches"]),
        "costs": costs(transcript.document, chosen["judge"], chosen["readings"]),
        "methods": tuple(judging.METHODS),
        "judges": [(name, name) for name in offered],
        "readings": READINGS,
        "chosen": chosen,
    }
    return page(request, "transcript_judge.html.j2", _told(context, found, "method"), 422 if found else 200)


def _choices(request: HttpRequest, offered: tuple[str, ...]) -> dict[str, Any]:
    """Return what was chosen of what the page offers; anything else is as if nothing were chosen."""
    allowed: dict[str, dict[str, Any]] = {
        "method": {name: name for name in judging.METHODS},
        "judge": {name: name for name in offered},
        "readings": {str(number): number for number in READINGS},
        "visibility": {name: name for name in ("private", "unlisted", "public")},
        "call": {name: name for name in CALLS},
    }
    given = {name: request.POST.get(name, "") for name in allowed}
    return {name: allowed[name][value] for name, value in given.items() if value in allowed[name]}


def _before_the_judge(transcript: Transcript, offered: tuple[str, ...]) -> tuple[Debate | None, list[Problem]]:
    with transaction.atomic():
        there = Transcript.objects.select_for_update().get(pk=transcript.pk)
        if there.debate is not None or there.document is None:  # sent twice
            return there.debate, []
        choices = there.choices
        wish = bringing.Judged(
            choices.get("method", ""),
            choices.get("judge", offered[0]),
            choices.get("readings", 1),
            choices.get("visibility", "private"),
        )
        try:
            debate = bringing.bring(there.owner, there.document, wish, offered)
        except InputError as error:
            return None, list(error.problems)
        if choices.get("call"):
            Call.objects.create(debate=debate, person=there.owner, side=choices["call"], made_at=timezone.now())
        there.debate = debate
        there.save(update_fields=["debate"])
        return debate, []
