"""Keys to the API: made once, shown once, kept as a digest. Must not know the API or pages."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from dikast.web.account.models import Person, Token

#: Keys of one person.
MOST: Final = 20
#: What every key begins with, so that it is known for one wherever it turns up.
PREFIX: Final = "dikast_"


def digest(key: str) -> str:
    """Return what is kept of a key."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()


def issue(person: Person, label: str) -> str:
    """Make a key for `person` and return it; it cannot be read again."""
    key = PREFIX + secrets.token_urlsafe(32)
    Token.objects.create(person=person, digest=digest(key), label=label)
    return key
