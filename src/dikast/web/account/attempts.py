"""Counts what may be tried only so often: passwords, mails to reset them, new accounts.

The counts stand in the database, so that all processes share them; what is counted is kept as a digest.
Must not know pages.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from dikast.web.account.models import Attempt

#: For how long an attempt counts, in minutes.
MINUTES: Final = 15
#: Wrong passwords for one e-mail address from one network address, for one network address, for one e-mail address.
WRONG_PASSWORDS: Final = {"both": 10, "network": 50, "email": 100}
#: Mails to reset a password, for one e-mail address and from one network address.
RESETS: Final = {"email": 5, "network": 20}
#: New accounts from one network address; schools sit behind one.
ACCOUNTS: Final = {"network": 60}


def network_address(request: HttpRequest) -> str:
    """Return the address a request comes from: behind a proxy of ours (https) the one that the proxy saw."""
    seen = request.headers.get("X-Forwarded-For", "").split(",")[-1].strip()
    return seen if settings.SECURE_PROXY_SSL_HEADER and seen else str(request.META.get("REMOTE_ADDR", ""))


def keys(what: str, request: HttpRequest, email: str = "") -> dict[str, str]:
    """Return what an attempt counts for: the e-mail address, the network address, and both together.

    Args:
        what: the kind of attempt, such as ``sign-in``.
        request: who tries.
        email: the e-mail address it is about, "" for none.
    """
    network, email = network_address(request), email.strip().casefold()
    parts = {"network": network, "email": email, "both": f"{network} {email}"}
    return {
        name: sha256(f"{what} {name} {part}".encode("utf-8", "replace")).hexdigest() for name, part in parts.items()
    }


def too_many(counted: dict[str, str], limits: dict[str, int]) -> bool:
    """Say whether one of `limits` is reached for what `keys` returned."""
    since = timezone.now() - timedelta(minutes=MINUTES)
    return any(
        Attempt.objects.filter(key=counted[name], at__gte=since).count() >= most for name, most in limits.items()
    )


def count(counted: dict[str, str], limits: dict[str, int]) -> None:
    """Count an attempt, and forget those that no longer count."""
    Attempt.objects.filter(at__lt=timezone.now() - timedelta(minutes=MINUTES)).delete()
    Attempt.objects.bulk_create(Attempt(key=counted[name]) for name in limits)


def forget(counted: dict[str, str]) -> None:
    """Forget the wrong passwords for one e-mail address from one network address, once the right one came."""
    Attempt.objects.filter(key=counted["both"]).delete()


def rule() -> str:
    """Return in the reader's language why nothing more can be tried for now."""
    return _(
        "There were too many attempts. After %(wrong)s wrong passwords for one address, or %(network)s attempts from"
        " one network, within %(minutes)s minutes, this waits until the %(minutes)s minutes are over."
    ) % {"wrong": WRONG_PASSWORDS["both"], "network": WRONG_PASSWORDS["network"], "minutes": MINUTES}
