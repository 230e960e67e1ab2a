"""Sends the notices that people want by e-mail, each once. Must not know when there is something to tell."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from dikast.web.account.models import Notice

#: Kind of notice → its words, in the app and by mail.
WORDS: Final = {
    "turn": gettext_noop("It is your turn: %(motion)s"),
    "ruled": gettext_noop("The ruling is there: %(motion)s"),
    "answered": gettext_noop("Your point was answered: %(motion)s"),
    "joined": gettext_noop("Somebody took a seat: %(motion)s"),
}
_LOG = logging.getLogger("dikast.mail")


def send_waiting(at_most: int = 20) -> int:
    """Send up to `at_most` notices that wait to be mailed, and return how many went.

    A notice is taken off the list before it is sent: a crash between the two loses a mail, and sends none twice.
    Without an address of this site (`DIKAST_ADDRESS`) no mail could lead back here, so none is sent.
    """
    if not settings.DIKAST_ADDRESS:
        return 0
    sent = 0
    for notice in Notice.objects.filter(wants_mail=True).select_related("person").order_by("pk")[:at_most]:
        if not Notice.objects.filter(pk=notice.pk, wants_mail=True).update(wants_mail=False):
            continue
        if notice.person.email is None:
            continue
        with override(notice.person.tongue):
            subject = " ".join((_(WORDS[notice.kind]) % {"motion": notice.motion}).split())[:180]
            off = _("You can turn these mails off: %(address)s") % {"address": f"{settings.DIKAST_ADDRESS}/account"}
            body = f"{settings.DIKAST_ADDRESS}{notice.about}\n\n{off}\n"
        try:
            EmailMessage(subject, body, to=[notice.person.email]).send()
            sent += 1
        except (OSError, SMTPException):
            _LOG.exception("a mail could not be sent; the notice stands in the app")
    return sent
