"""Language and appearance, each kept in a cookie. They change nothing else, so their forms carry no token.

Must not know pages.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from dikast.web.account.doors import way_back
from dikast.web.pages import SCHEMES, person_of


def _kept(request: HttpRequest, name: str, value: str, known: bool) -> HttpResponse:
    response = HttpResponseRedirect(way_back(request))
    if known:
        response.set_cookie(
            name,
            value,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of the interface, and of mail where there is an account."""
    code = request.POST.get("language", "")
    known = code in dict(settings.LANGUAGES)
    person = person_of(request)
    if known and person is not None and person.tongue != code:
        person.tongue = code
        person.save(update_fields=["tongue"])
    return _kept(request, settings.LANGUAGE_COOKIE_NAME, code, known)


@csrf_exempt
@require_POST
def appearance(request: HttpRequest) -> HttpResponse:
    """Choose light, dark, or what the system has."""
    scheme = request.POST.get("scheme", "")
    return _kept(request, "scheme", scheme, scheme in SCHEMES)
