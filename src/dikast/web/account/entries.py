"""What people type about themselves, read and checked: names, e-mail addresses, passwords, labels.

Every problem is a sentence in the reader's language that says what to do. Must not know requests or pages.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from dikast.web.account.models import Person

NAME_LIMIT: Final = 60
#: Characters of a password that are read at all; hashing more would only cost time.
PASSWORD_LIMIT: Final = 1000
#: Joiners that scripts need inside words.
_JOINERS: Final = "\u200c\u200d"


def name_problem(name: str) -> str:
    """Return what is wrong with a name or label of 1 to `NAME_LIMIT` characters, "" if nothing.

    It must show something, and nothing in it may be hidden or turn the direction of what stands beside it.
    """
    name = name.strip()
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in _visible(name)):
        return _("It holds a sign that nobody can see. Type it again without that sign.")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        return _("Write at least one letter, digit or other sign that can be seen.")
    if len(name) > NAME_LIMIT:
        return _("It has %(length)s characters; at most %(most)s are allowed.") % {
            "length": len(name),
            "most": NAME_LIMIT,
        }
    return ""


def _visible(name: str) -> str:
    """Return `name` without the joiners that stand inside a word."""
    inside = [
        char in _JOINERS and 0 < place < len(name) - 1 and name[place - 1] > "\u00ff" and name[place + 1] > "\u00ff"
        for place, char in enumerate(name)
    ]
    return "".join(char for char, joins in zip(name, inside, strict=True) if not joins)


def email_of(given: str) -> str:
    """Return an e-mail address as it is kept: without blanks around it, its host in lower case."""
    return Person.objects.normalize_email(given.strip())


def email_problem(email: str, besides: Person | None = None) -> str:
    """Return what is wrong with an e-mail address for an account, "" if nothing.

    Args:
        email: as `email_of` gives it.
        besides: who may have it already.
    """
    if not is_email(email):
        return _("This is no e-mail address. It looks like name@example.org.")
    taken = Person.objects.filter(email__iexact=email)
    if besides is not None:
        taken = taken.exclude(pk=besides.pk)
    return _("There is an account with this address. Sign in with it instead.") if taken.exists() else ""


def is_email(text: str) -> bool:
    """Say whether `text` is an e-mail address that can be kept."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254


def password_problem(password: str, person: Person) -> str:
    """Return what is wrong with a new password of `person`, "" if nothing."""
    if len(password) > PASSWORD_LIMIT:
        return _("At most %(most)s characters.") % {"most": PASSWORD_LIMIT}
    try:
        validate_password(password, person)
    except ValidationError as error:
        return " ".join(error.messages)
    return ""
