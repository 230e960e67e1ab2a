"""The account page: name, e-mail address, password, and which notices go by mail. One form for each.

Must not know debates.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dikast.web.account import attempts
from dikast.web.account.doors import for_people
from dikast.web.account.entries import PASSWORD_LIMIT, email_of, email_problem, name_problem, password_problem
from dikast.web.account.models import Person
from dikast.web.debates.notices import MAILED
from dikast.web.pages import page, url


@require_safe
@for_people
def account(request: HttpRequest, person: Person) -> HttpResponse:
    """Show what a person can set."""
    return _page(request, person)


def _page(
    request: HttpRequest, person: Person, at: str = "", given: str = "", errors: dict[str, str] | None = None
) -> HttpResponse:
    """Return the account page.

    Args:
        request: what is answered.
        person: as the database has him.
        at: the form that was refused, "" for none.
        given: what was typed in it besides passwords.
        errors: what is wrong with it, by field.
    """
    context: dict[str, Any] = {
        "name": given if at == "name" else person.name,
        "email": given if at == "email" else person.email or "",
        "at": at,
        "errors": errors or {},
    }
    return page(request, "account_page.html.j2", context, 422 if errors else 200)


def _saved(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Saved."))
    return HttpResponseRedirect(url("account"))


def right_password(request: HttpRequest, person: Person, field: str = "password") -> str:
    """Return what is wrong with the present password that a form gives, "" if nothing; wrong ones are counted."""
    counted = attempts.keys("sign-in", request, person.email or "")
    if attempts.too_many(counted, attempts.WRONG_PASSWORDS):
        return attempts.rule()
    given = request.POST.get(field, "")
    if len(given) <= PASSWORD_LIMIT and person.check_password(given):
        return ""
    attempts.count(counted, attempts.WRONG_PASSWORDS)
    return _("This is not your present password.")


@require_POST
@for_people
def name(request: HttpRequest, person: Person) -> HttpResponse:
    """Change the name; posts keep the one they were made under."""
    given = request.POST.get("name", "")
    if problem := name_problem(given):
        return _page(request, person, "name", given, {"name": problem})
    person.name = given.strip()
    person.save(update_fields=["name"])
    return _saved(request)


@require_POST
@for_people
def email(request: HttpRequest, person: Person) -> HttpResponse:
    """Change the e-mail address of an account."""
    given = request.POST.get("email", "")
    if person.is_guest:
        return HttpResponseRedirect(url("sign-up"))
    wanted = email_of(given)
    errors = {"email": email_problem(wanted, person), "password": right_password(request, person)}
    errors = {field: problem for field, problem in errors.items() if problem}
    if not errors:
        before, person.email = person.email, wanted
        try:
            with transaction.atomic():
                person.save(update_fields=["email"])
        except IntegrityError:  # somebody took it in this instant
            person.email = before
            errors = {"email": email_problem(wanted, person)}
    if errors:
        return _page(request, person, "email", given, errors)
    update_session_auth_hash(request, person)
    return _saved(request)


@require_POST
@for_people
def password(request: HttpRequest, person: Person) -> HttpResponse:
    """Change the password; every other browser is signed out by it."""
    if person.is_guest:
        return HttpResponseRedirect(url("sign-up"))
    wanted = request.POST.get("new", "")
    errors = {"old": right_password(request, person, "old"), "new": password_problem(wanted, person)}
    errors = {field: problem for field, problem in errors.items() if problem}
    if errors:
        return _page(request, person, "password", "", errors)
    person.set_password(wanted)
    person.save(update_fields=["password"])
    update_session_auth_hash(request, person)
    return _saved(request)


@require_POST
@for_people
def mail(request: HttpRequest, person: Person) -> HttpResponse:
    """Set which notices also go by mail; those that wait and are not wanted any more do not go."""
    switches = set(MAILED.values())
    for switch in switches:
        setattr(person, switch, switch in request.POST)
    person.save(update_fields=switches)
    unwanted = [kind for kind, switch in MAILED.items() if not getattr(person, switch)]
    person.notices.filter(wants_mail=True, kind__in=unwanted).update(wants_mail=False)
    return _saved(request)
