"""Pages for a person's keys to the API. Must not know the API."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dikast.web.account import tokens as made
from dikast.web.account.doors import for_people
from dikast.web.account.entries import name_problem
from dikast.web.account.models import Person
from dikast.web.pages import page, url


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def tokens(request: HttpRequest, person: Person) -> HttpResponse:
    """Show a person's keys, and make a new one, which this answer alone shows."""
    if request.method != "POST" or person.is_guest:
        return _page(request, person)
    label = request.POST.get("label", "")
    error = name_problem(label)
    if not error and person.tokens.count() >= made.MOST:
        error = _("You have %(most)s keys, which is the most. Delete one you do not use.") % {"most": made.MOST}
    if error:
        return _page(request, person, 422, label=label, error=error)
    return _page(request, person, key=made.issue(person, label.strip()))


def _page(request: HttpRequest, person: Person, status: int = 200, **more: Any) -> HttpResponse:
    context = {"tokens": list(person.tokens.order_by("-created_at", "-pk")), "label": "", "error": "", "key": ""}
    return page(request, "account_tokens.html.j2", context | more, status)


@require_POST
@for_people
def delete(request: HttpRequest, person: Person, pk: int) -> HttpResponse:
    """Delete a key; whoever still uses it is let in no more."""
    if person.tokens.filter(pk=pk).delete()[0]:
        messages.success(request, _("The key is deleted."))
    return HttpResponseRedirect(url("tokens"))
