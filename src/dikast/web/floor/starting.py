"""Pages that bring people to a floor: start a debate, take a seat by invitation. Must not know what is said there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, cast

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dikast.core import formats
from dikast.core.debate import Side
from dikast.core.problems import InputError, Problem
from dikast.record.exporters.words import TONGUES
from dikast.web.account.entries import name_problem
from dikast.web.account.models import Person
from dikast.web.debates import opening, seating
from dikast.web.debates.models import Seat
from dikast.web.debates.signs import unstorable
from dikast.web.debates.turns import side_of
from dikast.web.pages import page, person_of, tongue, url

#: Pace → seconds a turn, None for no limit.
PACES: Final[dict[str, int | None]] = {
    "free": None,
    "live-5": 5 * 60,
    "live-10": 10 * 60,
    "live-20": 20 * 60,
    "hours-6": 6 * 3600,
    "day-1": 24 * 3600,
    "days-3": 3 * 24 * 3600,
    "days-7": 7 * 24 * 3600,
}
#: When an open floor closes → days, None for never.
CLOSINGS: Final[dict[str, int | None]] = {"never": None, "day-1": 1, "days-3": 3, "days-7": 7, "days-30": 30}


def pace_words() -> list[tuple[str, str]]:
    """Return the paces with their words."""
    return [
        ("free", _("No limit")),
        ("live-5", _("Live: 5 minutes a turn")),
        ("live-10", _("Live: 10 minutes a turn")),
        ("live-20", _("Live: 20 minutes a turn")),
        ("hours-6", _("6 hours a turn")),
        ("day-1", _("1 day a turn")),
        ("days-3", _("3 days a turn")),
        ("days-7", _("7 days a turn")),
    ]


def closing_words() -> list[tuple[str, str]]:
    """Return the closing times with their words."""
    return [
        ("never", _("When both sides yield")),
        ("day-1", _("In 1 day at the latest")),
        ("days-3", _("In 3 days at the latest")),
        ("days-7", _("In 7 days at the latest")),
        ("days-30", _("In 30 days at the latest")),
    ]


def _formats() -> list[dict[str, Any]]:
    listed = [formats.get(name) for name in formats.ids()]
    listed.sort(key=lambda fmt: (fmt.floor is None, fmt.id != "six-speech", fmt.name))
    return [
        {
            "id": fmt.id,
            "name": fmt.name,
            "about": fmt.about,
            "order": [(turn.side, turn.role) for turn in fmt.turns],
            "names": {"A": fmt.names[0], "B": fmt.names[1]},
        }
        for fmt in listed
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Ask what is to be debated and how; then the debate waits for its other side."""
    person = person_of(request)
    given = {name: request.POST.get(name, "") for name in _FIELDS} if request.method == "POST" else dict(_FIELDS)
    if request.method != "POST":
        given["lang"] = tongue()
        given["judge"] = settings.DIKAST_JUDGES[0]
        return _start_page(request, given, {})
    errors: dict[str, str] = {}
    wish = _wish(given, errors)
    for problem in opening.problems(wish, settings.DIKAST_JUDGES):
        errors.setdefault(problem.place, _told(problem))
    if person is None and (wrong := _name_problem(given["name"])):
        errors["name"] = wrong
    if errors:
        return _start_page(request, given, errors, 422)
    debate = opening.start(person or _guest(request, given["name"]), wish, settings.DIKAST_JUDGES)
    return HttpResponseRedirect(url("debate", slug=debate.slug))


_FIELDS: Final = {
    "motion": "",
    "format": "open-floor",
    "side": "A",
    "name_a": "",
    "name_b": "",
    "lang": "en",
    "visibility": "public",
    "pace": "free",
    "closing": "never",
    "judge": "",
    "name": "",
}


def _start_page(request: HttpRequest, given: dict[str, str], errors: dict[str, str], status: int = 200) -> HttpResponse:
    context = {
        "given": given,
        "errors": errors,
        "formats": _formats(),
        "paces": pace_words(),
        "closings": closing_words(),
        "judges": [(name, name) for name in settings.DIKAST_JUDGES],
        "languages": [*((code, name) for code, name in settings.LANGUAGES), ("", _("Another language"))],
    }
    return page(request, "floor_start.html.j2", context, status)


def _wish(given: dict[str, str], errors: dict[str, str]) -> opening.Wish:
    pace, closing = given["pace"], given["closing"]
    if pace not in PACES:
        errors["pace"] = _("Choose one of these.")
    if closing not in CLOSINGS:
        errors["closing"] = _("Choose one of these.")
    if given["side"] not in ("A", "B", ""):
        errors["side"] = _("Choose one of these.")
    days = CLOSINGS.get(closing)
    closes: datetime | None = None if days is None else timezone.now() + timedelta(days=days)
    wish = opening.Wish(
        motion=given["motion"],
        format=given["format"],
        judge=given["judge"] or settings.DIKAST_JUDGES[0],
        side=cast("Side | None", given["side"] or None),
        name_a=given["name_a"],
        name_b=given["name_b"],
        lang=given["lang"] if given["lang"] in TONGUES else "",
        visibility=given["visibility"],
        turn_seconds=PACES.get(pace),
        closes_at=closes,
    )
    live = pace.startswith("live")
    fmt = formats.get(wish.format) if wish.format in formats.ids() else None
    return replace(wish, preparation_seconds=60 * fmt.preparation[0]) if live and fmt else wish


def _told(problem: Problem) -> str:
    """Return a problem of a wish in the reader's language."""
    limit = {"most": opening.MOTION_LIMIT if problem.place == "motion" else opening.NAME_LIMIT}
    return {
        "opening.no-motion": _("Say in one sentence what is debated."),
        "opening.motion-too-long": _("At most %(most)s characters.") % limit,
        "opening.name-too-long": _("At most %(most)s characters.") % limit,
        "opening.same-names": _("Give the two sides different names."),
        "opening.closes": _("Choose a later time."),
        "text.unstorable": _("It holds a sign that cannot be kept."),
    }.get(problem.code, _("Choose one of these."))


def _name_problem(name: str) -> str:
    """Return what is wrong with a guest's name, "" if nothing: the rule of accounts, and why one is asked for."""
    if not any(char.isalnum() for char in name):
        return _("Say how you want to be called; others see it beside what you write.")
    return _("It holds a sign that cannot be kept.") if unstorable("name", name) else name_problem(name)


def _guest(request: HttpRequest, name: str) -> Person:
    """Make a guest and let this browser be him."""
    person = Person.objects.guest(name.strip())
    login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    return person


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Show an invitation, and give the seat to whoever takes it."""
    seat = Seat.objects.select_related("debate", "debate__owner", "person").filter(key=key).first()
    if seat is None or seat.debate.state == "withdrawn":
        raise Http404
    person = person_of(request)
    if person is not None and seat.person_id == person.pk:
        return HttpResponseRedirect(url("debate", slug=seat.debate.slug))
    if request.method != "POST":
        return _join_page(request, seat)
    name = request.POST.get("name", "")
    if person is None and (wrong := _name_problem(name)):
        return _join_page(request, seat, {"name": wrong}, name, 422)
    if seat.person_id is not None:
        return _join_page(request, seat, {}, name, 409)
    try:
        seating.take(key, person or _guest(request, name))
    except InputError as error:
        refused = _seat_words(error.problems[0], seat)
        return _join_page(request, seat, {}, name, 409, refused)
    return HttpResponseRedirect(url("debate", slug=seat.debate.slug))


def _seat_words(problem: Problem, seat: Seat) -> str:
    return {
        "seat.taken": _("Somebody has taken this seat. You can watch."),
        "seat.over": _("This debate is over. You can read it."),
        "seat.other-side": _("You already debate for the other side."),
    }.get(problem.code, _("This invitation does not fit any more."))


def _join_page(
    request: HttpRequest,
    seat: Seat,
    errors: dict[str, str] | None = None,
    name: str = "",
    status: int = 200,
    refused: str = "",
) -> HttpResponse:
    fmt = formats.get(seat.debate.format)
    context = {
        "seat": seat,
        "debate": seat.debate,
        "format": fmt,
        "errors": errors or {},
        "name": name,
        "refused": refused,
        "pace": next(
            (words for key, words in pace_words() if PACES[key] and PACES[key] == seat.debate.turn_seconds), ""
        ),
        "own_side": side_of(seat.debate, person_of(request)),
    }
    return page(request, "floor_join.html.j2", context, status)
