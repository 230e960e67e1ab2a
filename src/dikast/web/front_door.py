"""What every request passes: the language, a store of public pages, and an answer to whatever cannot be right.

Must not know any page family.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from dikast.web.pages import page

Answer = Callable[[HttpRequest], HttpResponse]

#: Seconds for which a public page is given out as it was made.
KEPT_SECONDS = 5
FAULT = "a fault of ours; it was logged"
#: Characters from which on a field is given back when a page fails; addresses and marks of forms are shorter.
TYPED = 80
_LOG = logging.getLogger("dikast.web")


class Tongue:
    """Chooses the interface language: the reader's own choice (a cookie), else what the browser asks for."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        code = translation.get_language_from_request(request)
        with translation.override(code):
            response = self.answer(request)
        response.headers.setdefault("Content-Language", code)
        return response


class PublicPages:
    """Gives strangers a public page as it was made up to `KEPT_SECONDS` ago, if its view said that it may be kept.

    A view says so by `keep` on its response; anyone with a session is always answered afresh.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return self.answer(request)
        asked = "|".join(
            (
                request.get_host(),
                request.get_full_path(),
                translation.get_language_from_request(request),
                request.COOKIES.get("scheme", "")[:6],
                "gzip" if "gzip" in request.headers.get("Accept-Encoding", "") else "",
            )
        )
        key = f"page:{sha256(asked.encode('utf-8', 'surrogatepass')).hexdigest()}"  # of any length, in any signs
        kept = caches["pages"].get(key)
        if kept is not None:
            body, headers = kept
            response = HttpResponse(body, headers=headers)
            return get_conditional_response(request, etag=headers.get("ETag"), response=response) or response
        response = self.answer(request)
        if getattr(response, "may_be_kept", False) and response.status_code == 200 and not response.cookies:
            caches["pages"].set(key, (response.content, dict(response.headers)), KEPT_SECONDS)
        return response


def keep(response: HttpResponse) -> HttpResponse:
    """Mark a response as one that every stranger may be given for a few seconds."""
    response.may_be_kept = True  # type: ignore[attr-defined]
    return response


def _problem(status: int, text: str) -> dict[str, str]:
    return {"code": f"http.{status}", "place": "", "message": text, "hint": ""}


def _answer(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"problems": [_problem(status, text)]}, status=status)
    return page(request, "answer.html.j2", {"title": title, "text": text}, status)


def too_big(request: HttpRequest) -> HttpResponse:
    """Answer a body above the limit."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024**2
    return _answer(
        request, 413, _("That was too much"), _("At most %(limit)s MB can be sent at once.") % {"limit": limit}
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that makes no sense, or that is larger than anything we take."""
    if isinstance(exception, (RequestDataTooBig, TooManyFieldsSent)):
        return too_big(request)
    return _answer(request, 400, _("This could not be understood"), _("The address or the form is damaged. Try again."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for something that is not for this person."""
    return _answer(request, 403, _("Not for you to see"), _("Sign in with the account that may, or ask its owner."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an address that leads nowhere."""
    return _answer(request, 404, _("There is nothing here"), _("The address is wrong, or what was here is private."))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is too old or of another person; the text typed is kept in browser and draft."""
    text = _("This page was open too long or you signed in elsewhere. Go back, reload the page and send it again.")
    return _answer(request, 403, _("Send it once more"), text)


def fault(request: HttpRequest) -> HttpResponse:
    """Answer a fault of ours, without what could fail again: no database, no template. What was typed is given back."""
    away = isinstance(sys.exc_info()[1], (OperationalError, InterfaceError))
    status, api = (503, "the database cannot be used just now; nothing was changed") if away else (500, FAULT)
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse({"problems": [_problem(status, api)]}, status=status)
    else:
        text = _(
            "The database cannot be used just now: it is away, or its disk is full. Nothing was changed. Try again "
            "in a moment."
        )
        response = HttpResponse(_plainly(request, text if away else _("This is a fault of ours, and it was logged.")))
        response.status_code = status
    if away:
        response.headers["Retry-After"] = "5"
    return response


def _plainly(request: HttpRequest, text: str) -> str:
    """Return a page of the simplest kind, with whatever of some length was typed."""
    try:
        typed = [value for value in request.POST.values() if isinstance(value, str) and len(value) > TYPED]
    except Exception:  # a form that cannot be read, perhaps the fault itself
        typed = []
    kept = format_html_join("", "<textarea rows='12' cols='80' readonly>{}</textarea>", ((value,) for value in typed))
    head = format_html("<p>{}</p>", _("What you wrote; keep it:")) if typed else ""
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return format_html("<!doctype html>{}<title>Dikast</title><p>{}</p>{}{}", mark_safe(meta), text, head, kept)


def health(request: HttpRequest) -> JsonResponse:
    """Say that pages and the database answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return JsonResponse({"status": "ok"})
