"""Who may see a debate. Every page, stream and API call asks here. Must not know pages."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core import signing
from django.db.models import Q, QuerySet

from dikast.web.account.models import Person
from dikast.web.debates.models import Debate

_STREAM = "dikast.stream"


def listed() -> QuerySet[Debate]:
    """Return the debates that anyone may find."""
    return Debate.objects.filter(visibility="public").exclude(state="withdrawn")


def may_see(debate: Debate, person: Person | None) -> bool:
    """Say whether `person` (None: a stranger) may see `debate`: a private one only its participants and owner."""
    if debate.visibility != "private":
        return True
    if person is None:
        return False
    return debate.owner_id == person.pk or debate.seats.filter(person=person).exists()


def at(slug: str, person: Person | None) -> Debate | None:
    """Return the debate at an address, None if there is none that `person` may see."""
    debate = Debate.objects.filter(slug=slug).exclude(state="withdrawn").first()
    return debate if debate is not None and may_see(debate, person) else None


def visible_to(person: Person | None) -> QuerySet[Debate]:
    """Return the debates that `person` finds in lists: the public ones and his own."""
    if person is None:
        return listed()
    mine = Debate.objects.filter(Q(owner=person) | Q(seats__person=person)).values("pk")
    return Debate.objects.filter(Q(visibility="public") | Q(pk__in=mine)).exclude(state="withdrawn")


def show_to(debate: Debate, visibility: str) -> None:
    """Change who may see `debate` to `visibility`, which is one of the values of its field."""
    Debate.objects.filter(pk=debate.pk).update(visibility=visibility)
    debate.visibility = visibility


def stream_key(debate: Debate) -> str:
    """Return the key that lets a page which may show a private debate follow its events."""
    return signing.dumps(debate.pk, salt=_STREAM)


def stream(debate: Debate, after: int, tongue: str = "") -> str:
    """Return the address of what happens in `debate` after event `after`, for a page in the language `tongue`."""
    given = {"after": str(after)} | ({"tongue": tongue} if tongue else {})
    if debate.visibility == "private":
        given["key"] = stream_key(debate)
    return f"/events/d/{debate.slug}?{urlencode(given)}"


def opens_stream(debate: Debate, key: str) -> bool:
    """Say whether `key`, good for seven days, lets someone follow `debate`; what is not private, anyone may."""
    if debate.visibility != "private":
        return True
    try:
        return bool(signing.loads(key, salt=_STREAM, max_age=7 * 24 * 3600) == debate.pk)
    except signing.BadSignature:
        return False
