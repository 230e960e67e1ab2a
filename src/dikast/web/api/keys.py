"""Who sends a request to the API, by his key, and how many he may send. Must not know what is asked."""

from __future__ import annotations

import time
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from dikast.web.account.models import Person, Token

#: Requests in one minute by one key, and by all strangers at one address, counted by each web process for itself.
PER_MINUTE: Final = 300
#: How exactly a key's last use is kept.
_USED: Final = timedelta(minutes=5)


class Key(HttpBearer):
    """The key of an account, as ``Authorization: Bearer KEY``."""

    def authenticate(self, request: HttpRequest, token: str) -> Person | None:
        """Return whose key `token` is, None if it is nobody's."""
        digest = sha256(token.strip().encode("utf-8", "surrogatepass")).hexdigest()
        known = Token.objects.select_related("person").filter(digest=digest, person__is_active=True).first()
        if known is None:
            return None
        now = timezone.now()
        old = Q(used_at=None) | Q(used_at__lt=now - _USED)
        if known.used_at is None or known.used_at < now - _USED:
            Token.objects.filter(old, pk=known.pk).update(used_at=now)
        return known.person


KEY: Final = Key()


class Stranger:
    """Stands for somebody who sends no key."""


def perhaps(request: HttpRequest) -> Person | Stranger:
    """Return who sends a request that needs no key; a key that is sent must be known all the same."""
    if "Authorization" not in request.headers:
        return Stranger()
    person = KEY(request)
    if not isinstance(person, Person):
        raise AuthenticationError
    return person


#: For the documentation of operations that need no key.
OPTIONAL: Final[dict[str, Any]] = {"security": [{}, {"Key": []}]}


def who(request: HttpRequest) -> Person | None:
    """Return who sends a request, None for a stranger."""
    sender = request.auth  # type: ignore[attr-defined]
    return sender if isinstance(sender, Person) else None


def sender(request: HttpRequest) -> Person:
    """Return who sends a request that needs a key."""
    person = who(request)
    if person is None:
        raise AuthenticationError
    return person


class Limit(BaseThrottle):
    """Lets `PER_MINUTE` requests through in each minute."""

    def allow_request(self, request: HttpRequest) -> bool:
        """Count a request and say whether it is within the limit."""
        person = who(request)
        source = f"person {person.pk}" if person else f"address {request.META.get('REMOTE_ADDR', '')}"
        key = f"api:{sha256(source.encode()).hexdigest()}:{int(time.time() // 60)}"
        if cache.add(key, 1, 120):
            return True
        try:
            return cache.incr(key) <= PER_MINUTE
        except ValueError:  # dropped meanwhile, for lack of room
            return True

    def wait(self) -> float:
        """Return the seconds until the next minute begins."""
        return 60 - int(time.time() % 60)
