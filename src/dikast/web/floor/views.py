"""Pages of a running floor: the floor itself, posting, drafts, the turn. Must not know how a text is let in."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import formats as dates
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dikast.core.debate import Side
from dikast.core.lengths import graphemes, words
from dikast.core.problems import Problem
from dikast.web.account.models import Person
from dikast.web.debates import posting
from dikast.web.debates.models import Debate, Draft
from dikast.web.debates.sight import stream
from dikast.web.debates.turns import may_speak, side_of, whose_turn
from dikast.web.floor.refusals import Refusal, limits, refusal
from dikast.web.floor.showing import people, shown
from dikast.web.floor.targets import only, targets
from dikast.web.front_door import keep
from dikast.web.pages import page, person_of, tongue, url
from dikast.web.ruling.sighted import debate_at
from dikast.web.ruling.views import show


@require_safe
def debate(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a debate at its one address: the floor while it runs, what came of it afterwards."""
    found = debate_at(request, slug)
    if found.state in ("waiting", "open"):
        return _floor(request, found)
    return show(request, found)


@require_safe
def floor(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a debate's floor as it was held."""
    return _floor(request, debate_at(request, slug))


def _floor(
    request: HttpRequest, found: Debate, sent: posting.Sending | None = None, refused: Refusal | None = None
) -> HttpResponse:
    person = person_of(request)
    now = shown(found, tongue())
    seat = side_of(found, person)
    turn = _turn(request, found, now.side, sent, refused)
    owns = person is not None and found.owner_id == person.pk
    context: dict[str, Any] = {
        "shown": now,
        "debate": found,
        "stream": stream(found, found.events_count, tongue()),
        "seat": seat,
        "owns": owns,
        "follows": person is not None and found.follows.filter(person=person).exists(),
        "people": people(now),
        "invitations": _invitations(request, found) if owns or seat else [],
        "turn": turn,
        "refused": refused,
        "leftover": "" if turn and turn["mine"] else _leftover(found, person, sent),
    }
    response = page(request, "floor_page.html.j2", context, 422 if refused else 200)
    return keep(response) if person is None and found.visibility != "private" else response


def _invitations(request: HttpRequest, found: Debate) -> list[dict[str, Any]]:
    """Return the free seats with their links."""
    seats = [seat for seat in found.seats.all() if seat.person_id is None]
    if found.state not in ("waiting", "open"):
        return []
    return [
        {"side": seat.side, "position": seat.position, "link": request.build_absolute_uri(url("join", key=seat.key))}
        for seat in seats
    ]


def _leftover(found: Debate, person: Person | None, sent: posting.Sending | None) -> str:
    """Return what a person has typed and cannot post, "" if nothing."""
    if sent is not None:
        return sent.text
    draft = _draft_of(found, person)
    return draft.text if draft else ""


def _draft_of(found: Debate, person: Person | None) -> Draft | None:
    return Draft.objects.filter(debate=found, person=person).first() if person else None


def _turn(
    request: HttpRequest,
    found: Debate,
    side: Side | None,
    sent: posting.Sending | None = None,
    refused: Refusal | None = None,
) -> dict[str, Any] | None:
    """Return what the composer, or the line in its place, shows to this person; None where nobody is to speak."""
    person = person_of(request)
    if side is None:
        return None
    if not may_speak(found, person, side):
        return {"side": side, "name": found.names[side], "mine": False, "url": url("turn", slug=found.slug)}
    draft = _draft_of(found, person)
    text = sent.text if sent else draft.text if draft else ""
    number = found.posts_count + 1
    open_floor = found.origin == "floor"
    groups = targets(found, side) if open_floor else []
    return {
        "mine": True,
        "side": side,
        "name": found.names[side],
        "nonce": secrets.token_urlsafe(12),
        "number": number,
        "key": f"{found.slug}/{person.pk if person else 0}/{number}",
        "acts": _acts(groups) if open_floor else [],
        "act": _act(sent or draft, text) if open_floor else "",
        "targets": groups,
        "target": (sent.target if sent else draft.target if draft else only(groups)) or "",
        "text": text,
        "length": limits(found),
        "words": words(text),
        "graphemes": graphemes(text.strip()),
        "saved": _clock(draft) if draft else "",
        "saved_at": int(draft.saved_at.timestamp() * 1000) if draft else 0,
        "refused": (refused.title, refused.body) if refused else None,
        "errors": refused.errors if refused else {},
        "url": url("turn", slug=found.slug),
    }


def _act(typed: posting.Sending | Draft | None, text: str) -> str:
    """Return the act to show as chosen: no yield beside a text, which it would hide."""
    act = typed.act if typed else "opens"
    return "opens" if act == "yields" and text.strip() else act


def _acts(groups: list[Any]) -> list[tuple[str, str, str]]:
    """Return what a post of an open floor may do; what names a point only where there is one to name."""
    served = {act for _words, acts, _options in groups for act in acts}
    acts = [
        ("opens", _("Open a point"), _("Left unanswered when the floor closes, it counts one and a half times.")),
        ("answers", _("Answer a point"), _("It must meet the point it names; then the point is answered.")),
        ("clarifies", _("Clarify my point"), _("Makes one of your own points clearer. It opens no new one.")),
        ("concedes", _("Concede a point"), _("Binding: the other side’s point counts twice.")),
        ("yields", _("Yield the floor"), _("You have no more to say. The floor closes when both sides have yielded.")),
    ]
    return [entry for entry in acts if entry[0] in served | {"opens", "yields"}]


def _clock(draft: Draft) -> str:
    return dates.time_format(timezone.localtime(draft.saved_at), "H:i")


def _sending(request: HttpRequest) -> posting.Sending:
    """Return what a form sends; a number that is none is as good as missing."""

    def number(name: str) -> int | None:
        given = request.POST.get(name, "").removeprefix("p")
        return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else None

    return posting.Sending(
        text=request.POST.get("text", "").replace("\r\n", "\n"),
        nonce=request.POST.get("nonce", ""),
        act=request.POST.get("act") or "opens",
        target=number("target"),
        number=number("number"),
    )


@require_POST
def post(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a post or speech onto the floor; refused, it is shown again with the reason."""
    found = debate_at(request, slug)
    person = person_of(request)
    sending = _sending(request)
    if person is None:
        outcome = posting.Outcome(problems=(Problem("posting.signed-out", "person", "nobody is signed in"),))
    else:
        outcome = posting.send(found, person, sending)
    found.refresh_from_db()
    if outcome.problems:
        return _floor(request, found, sending, refusal(outcome.problems, found, sending))
    if found.state == "withdrawn":
        messages.success(request, _("Nothing was said; the debate was taken down."))
        return HttpResponseRedirect(url("front"))
    anchor = f"#speech-{outcome.post.number}" if outcome.post else "#composer"
    return HttpResponseRedirect(url("floor" if sending.act == "yields" else "debate", slug=slug) + anchor)


@require_POST
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep what is being typed, and answer with its lengths and the time."""
    found = debate_at(request, slug)
    person = person_of(request)
    if person is None or side_of(found, person) is None:
        return HttpResponse(status=403)
    sending = _sending(request)
    if found.state != "open" or sending.number != found.posts_count + 1:
        return HttpResponse(status=409)
    posting.keep_draft(found, person, sending)
    kept = _draft_of(found, person)
    context = {
        "length": limits(found),
        "words": words(sending.text),
        "graphemes": graphemes(sending.text.strip()),
        "saved": _clock(kept) if kept else "",
    }
    return page(request, "floor_draft.html.j2", context)


@require_safe
def turn(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the composer, or whose turn it is, alone: for a page that is open while the turn passes."""
    found = debate_at(request, slug)
    context = {"debate": found, "turn": _turn(request, found, whose_turn(found)), "refused": None}
    return page(request, "floor_turn.html.j2", context)


@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back a debate that nobody has joined."""
    found = debate_at(request, slug)
    person = person_of(request)
    if person is None or found.owner_id != person.pk:
        return HttpResponse(status=403)
    taken = Debate.objects.filter(pk=found.pk, state="waiting").update(state="withdrawn")
    if not taken:
        messages.error(request, _("The debate has begun; it cannot be taken back."))
        return HttpResponseRedirect(url("debate", slug=slug))
    messages.success(request, _("The debate was taken back."))
    return HttpResponseRedirect(url("front"))
