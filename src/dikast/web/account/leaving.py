"""Pages to leave by: signing out, and the end of an account. Must not know what an account has."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dikast.web.account.doors import for_people
from dikast.web.account.joining import close_account
from dikast.web.account.models import Person
from dikast.web.account.settings import right_password
from dikast.web.pages import page, person_of, url


@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; a guest is told first what he would lose."""
    if request.method == "POST" or person_of(request) is None:
        logout(request)
        return HttpResponseRedirect(url("front"))
    return page(request, "account_sign_out.html.j2")


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def delete(request: HttpRequest, person: Person) -> HttpResponse:
    """Delete an account, after saying what goes and what stays."""
    if request.method != "POST":
        return page(request, "account_delete.html.j2", {"errors": {}})
    field, error = "sure", "" if request.POST.get("sure") else _("Tick this box if you mean it.")
    if not person.is_guest:
        field, error = "password", right_password(request, person)
    if error:
        return page(request, "account_delete.html.j2", {"errors": {field: error}}, 422)
    close_account(person)
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return HttpResponseRedirect(url("front"))
