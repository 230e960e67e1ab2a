"""Pages to choose a new password by a link that comes by mail. Must not know how a link is sealed.

The answer is the same whether there is such an account or not.
"""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from dikast.web.account import attempts
from dikast.web.account.entries import email_of, is_email, password_problem
from dikast.web.account.models import Person
from dikast.web.pages import page, url

#: Hosts whose pages only this machine sees: there a request's own address can be trusted.
_OWN = ("127.0.0.1", "localhost", "[::1]")
_LOG = logging.getLogger("dikast.mail")


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Send a link for a new password to the address of an account."""
    given = request.POST.get("email", "")
    if request.method != "POST":
        return _ask_page(request, given)
    email = email_of(given)
    if not is_email(email):
        return _ask_page(request, given, _("This is no e-mail address. It looks like name@example.org."), 422)
    counted = attempts.keys("reset", request, email)
    if attempts.too_many(counted, attempts.RESETS):
        return _ask_page(request, given, attempts.rule(), 429)
    attempts.count(counted, attempts.RESETS)
    person = Person.objects.filter(email__iexact=email, is_active=True).first()
    if person is not None:
        _send(request, person)
    return page(request, "account_reset_sent.html.j2", {"email": email})


def _ask_page(request: HttpRequest, email: str, error: str = "", status: int = 200) -> HttpResponse:
    return page(request, "account_reset.html.j2", {"email": email, "error": error}, status)


def _send(request: HttpRequest, person: Person) -> None:
    site = settings.DIKAST_ADDRESS
    if not site and request.get_host().rsplit(":", 1)[0] in _OWN:
        site = request.build_absolute_uri("/").rstrip("/")
    if not site:
        _LOG.warning("no link for a new password was sent: DIKAST_ADDRESS is not set, so none could lead back here")
        return
    name = urlsafe_base64_encode(str(person.pk).encode())
    token = default_token_generator.make_token(person)
    link = site + url("password-choose", person=name, token=token)
    with override(person.tongue):
        subject = _("A new password for Dikast")
        body = _(
            "Somebody, probably you, asked for a new password for your account. Choose it here:\n\n%(link)s\n\n"
            "The link is good for three days and for one change. If it was not you, do nothing.\n"
        ) % {"link": link}
    try:
        EmailMessage(subject, body, to=[str(person.email)]).send()
    except (OSError, SMTPException):
        _LOG.exception("a mail with a link for a new password could not be sent")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, person: str, token: str) -> HttpResponse:
    """Let whoever has a good link choose a new password."""
    found = _person(person)
    if found is None or not default_token_generator.check_token(found, token):
        return page(request, "account_reset_stale.html.j2", status=410)
    if request.method != "POST":
        return page(request, "account_reset_choose.html.j2", {"error": ""})
    wanted = request.POST.get("password", "")
    if problem := password_problem(wanted, found):
        return page(request, "account_reset_choose.html.j2", {"error": problem}, 422)
    found.set_password(wanted)
    found.save(update_fields=["password"])
    messages.success(request, _("Your new password is set. Sign in with it."))
    return HttpResponseRedirect(url("sign-in"))


def _person(name: str) -> Person | None:
    try:
        return Person.objects.filter(pk=int(urlsafe_base64_decode(name)), is_active=True, email__isnull=False).first()
    except (ValueError, OverflowError):
        return None
