"""A guest becomes a person with an account: a new one, or the one he signs in with. And an account ends.

What a guest did goes with him in one transaction. Must not know requests, pages or a debate's rules.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from dikast.record.exporters.words import TONGUES
from dikast.web.account.models import Notice, Person
from dikast.web.debates.models import Call, Debate, Draft, Event, Follow, Post, Seat


def open_account(guest: Person | None, name: str, email: str, password: str, tongue: str) -> Person | None:
    """Return a new account; a guest keeps his row and with it all he did. None if the address was just taken."""
    person = guest or Person()
    person.name, person.email, person.tongue = name, email, tongue
    person.set_password(password)
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError:
        return None
    return person


@transaction.atomic
def hand_over(guest: Person, person: Person) -> int:
    """Give everything of a guest to an account, and return in how many debates that could not be done.

    Where the account already sits on the other side, nobody can be both: there the guest stays who he was, and his
    row stays for that. Otherwise the guest is gone afterwards.
    """
    touched = Debate.objects.filter(seats__person__in=(guest, person)).values("pk")
    list(Debate.objects.select_for_update().filter(pk__in=touched).order_by("pk"))  # nobody posts meanwhile
    sides = dict(Seat.objects.filter(person=person).values_list("debate_id", "side"))
    seats = list(Seat.objects.filter(person=guest))
    opposed = {seat.debate_id for seat in seats if sides.get(seat.debate_id, seat.side) != seat.side}
    for model in (Seat, Post):
        model.objects.filter(person=guest).exclude(debate__in=opposed).update(person=person)
    Debate.objects.filter(owner=guest).update(owner=person)
    _drafts(guest, person, opposed)
    for single in (Follow, Call):
        kept = opposed | set(single.objects.filter(person=person).values_list("debate_id", flat=True))
        single.objects.filter(person=guest).exclude(debate__in=kept).update(person=person)
    Notice.objects.filter(person=guest).update(person=person)
    if not opposed:
        guest.delete()
    return len(opposed)


def _drafts(guest: Person, person: Person, opposed: set[int]) -> None:
    """Hand over drafts; where both have one, the later stands first and the other follows it."""
    others = {draft.debate_id: draft for draft in Draft.objects.filter(person=person)}
    for draft in Draft.objects.filter(person=guest).exclude(debate__in=opposed):
        other = others.get(draft.debate_id)
        if other is None:
            Draft.objects.filter(pk=draft.pk).update(person=person)
            continue
        later, earlier = sorted((draft, other), key=lambda one: one.saved_at, reverse=True)
        texts = dict.fromkeys(text for text in (later.text, earlier.text) if text.strip())
        Draft.objects.filter(pk=other.pk).update(text="\n\n".join(texts), act=later.act, target=later.target)


@transaction.atomic
def close_account(person: Person) -> None:
    """Delete a person. Posts stay, under other words than the name; what nobody else could see goes too."""
    seats = list(Seat.objects.filter(person=person).select_related("debate"))
    touched = {seat.debate_id for seat in seats}
    list(Debate.objects.select_for_update().filter(pk__in=touched).order_by("pk"))
    for seat in seats:
        shown = _former(seat.debate.lang)
        Post.objects.filter(debate=seat.debate, person=person).update(speaker=shown)
        for event in Event.objects.filter(debate=seat.debate, kind="joined"):
            if event.data.get("name") == person.name and event.data.get("side") == seat.side:
                Event.objects.filter(pk=event.pk).update(data=event.data | {"name": shown})
    mine = Debate.objects.filter(owner=person)
    mine.filter(state="waiting").update(state="withdrawn")
    mine.filter(origin="transcript", visibility="private").delete()
    person.delete()


def _former(lang: str) -> str:
    """Return what stands in place of a name, in the language of the debate."""
    code = lang.split("-")[0].lower()
    with override(code if code in TONGUES else "en"):
        return _("A former member")
