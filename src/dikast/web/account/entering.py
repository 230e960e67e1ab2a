"""Pages to come in by: a new account, or the one that is there. A guest takes along what he did.

Must not know how passwords are kept or what a guest has.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import authenticate, login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from dikast.web.account import attempts
from dikast.web.account.doors import way_back
from dikast.web.account.entries import PASSWORD_LIMIT, email_of, email_problem, is_email, name_problem, password_problem
from dikast.web.account.joining import hand_over, open_account
from dikast.web.account.models import Person
from dikast.web.pages import page, person_of, tongue

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account; a guest keeps what he did so far."""
    person = person_of(request)
    if person is not None and not person.is_guest:
        return HttpResponseRedirect(way_back(request, "account"))
    given = {"name": person.name if person else "", "email": ""}
    if request.method != "POST":
        return _sign_up_page(request, given, {})
    given = {field: request.POST.get(field, "") for field in given}
    name, email, password = given["name"].strip(), email_of(given["email"]), request.POST.get("password", "")
    errors = {
        "name": name_problem(name),
        "email": email_problem(email),
        "password": password_problem(password, Person(name=name[:60], email=email[:254])),
    }
    errors = {field: problem for field, problem in errors.items() if problem}
    if errors:
        return _sign_up_page(request, given, errors)
    counted = attempts.keys("sign-up", request)
    if attempts.too_many(counted, attempts.ACCOUNTS):
        return _sign_up_page(request, given, {"": attempts.rule()})
    made = open_account(person, name, email, password, tongue())
    if made is None:
        return _sign_up_page(request, given, {"email": email_problem(email)})
    attempts.count(counted, attempts.ACCOUNTS)
    login(request, made, backend=BACKEND)
    messages.success(request, _("Your account is ready. You are signed in."))
    return HttpResponseRedirect(way_back(request, "my-debates" if person else "front"))


def _sign_up_page(request: HttpRequest, given: dict[str, str], errors: dict[str, str]) -> HttpResponse:
    status = 429 if "" in errors else 422 if errors else 200
    context = {"given": given, "errors": errors, "back": _back(request)}
    return page(request, "account_sign_up.html.j2", context, status)


def _back(request: HttpRequest) -> str:
    """Return the safe ``next`` that a form is to send on, "" if there is none."""
    given = request.POST.get("next") or request.GET.get("next")
    return way_back(request) if given else ""


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with e-mail address and password; what was done here as a guest goes to the account."""
    guest = person_of(request)
    if guest is not None and not guest.is_guest:
        return HttpResponseRedirect(way_back(request))
    if request.method != "POST":
        return _sign_in_page(request, "", "")
    given, password = request.POST.get("email", ""), request.POST.get("password", "")
    email = email_of(given)
    counted = attempts.keys("sign-in", request, email)
    if attempts.too_many(counted, attempts.WRONG_PASSWORDS):
        return _sign_in_page(request, given, attempts.rule(), 429)
    known = is_email(email) and len(password) <= PASSWORD_LIMIT
    person = authenticate(request, username=email, password=password) if known else None
    if not isinstance(person, Person):
        attempts.count(counted, attempts.WRONG_PASSWORDS)
        return _sign_in_page(request, given, _("This address and password do not belong together."), 422)
    attempts.forget(counted)
    left = hand_over(guest, person) if guest is not None else 0
    login(request, person, backend=BACKEND)
    if left:
        messages.warning(
            request,
            ngettext(
                "One debate stayed with your guest name: there your account speaks for the other side.",
                "%(number)s debates stayed with your guest name: there your account speaks for the other side.",
                left,
            )
            % {"number": left},
        )
    return HttpResponseRedirect(way_back(request))


def _sign_in_page(request: HttpRequest, email: str, refused: str, status: int = 200) -> HttpResponse:
    context = {"email": email, "refused": refused, "back": _back(request)}
    return page(request, "account_sign_in.html.j2", context, status)
