"""What the pages of accounts share: who may come in, and where they lead back to. Must not know a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from dikast.web.account.models import Person
from dikast.web.pages import person_of, url

Rest = ParamSpec("Rest")
#: Longer ways back are none.
_LONGEST = 1000


def way_back(request: HttpRequest, otherwise: str = "front") -> str:
    """Return the path that a form or link names as ``next``, if it leads to this site; else a named page's."""
    given = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(given, allowed_hosts=None) and given.startswith("/")
    return given if safe and len(given) <= _LONGEST else url(otherwise)


def for_people(
    view: Callable[Concatenate[HttpRequest, Person, Rest], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Rest], HttpResponse]:
    """Let a view be seen by whoever is signed in, guests too; everyone else is asked to sign in first."""

    @wraps(view)
    def asked(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        person = person_of(request)
        if person is None:
            query: dict[str, Any] = {"next": request.get_full_path()} if request.method == "GET" else {}
            return HttpResponseRedirect(f"{url('sign-in')}?{urlencode(query)}" if query else url("sign-in"))
        response = view(request, person, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return asked
