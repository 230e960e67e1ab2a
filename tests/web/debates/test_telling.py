"""Who is told what, once, and what goes by mail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from dikast.web.account.models import Notice, Person
from dikast.web.debates import mailing
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import Sending, send

People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."


def told(person: Person) -> list[str]:
    return list(person.notices.order_by("pk").values_list("kind", flat=True))


def test_each_is_told_what_concerns_him(floor: Debate, people: People) -> None:
    ana, ben, chloe = people
    assert told(ana) == ["joined", "turn"] and told(ben) == []
    send(floor, ana, Sending(TEXT, "n1"))
    send(floor, ben, Sending(TEXT, "n2", "answers", 1))
    assert told(ben) == ["turn"] and told(ana) == ["joined", "turn", "turn", "answered"] and told(chloe) == []
    assert {notice.about for notice in Notice.objects.all()} == {f"/d/{floor.slug}"}


@pytest.fixture
def mailed(settings, people: People) -> Person:
    settings.DIKAST_ADDRESS = "https://debates.example"
    ben = people[1]
    ben.email, ben.tongue = "ben@debates.example", "en"
    ben.save()
    return ben


def test_a_notice_is_mailed_once_and_only_to_those_who_want_it(
    mailed: Person, debate: Callable[..., Debate], people: People
) -> None:
    floor = debate(motion="A motion\r\nBcc: x@y.example\u2028 with\ttricks")
    send(floor, people[0], Sending(TEXT, "n1"))
    assert mailing.send_waiting() == 1 and mailing.send_waiting() == 0
    (sent,) = mail.outbox
    assert sent.to == ["ben@debates.example"] and sent.bcc == [] and "\n" not in sent.subject
    assert f"https://debates.example/d/{floor.slug}" in sent.body and str(sent.message())
    Person.objects.filter(pk=mailed.pk).update(mail_turn=False)
    send(floor, mailed, Sending(TEXT, "n2"))
    send(floor, people[0], Sending(TEXT, "n3"))
    assert mailing.send_waiting() == 0 and told(mailed) == ["turn", "turn"]


def test_without_an_address_of_the_site_nothing_is_mailed(
    mailed: Person, floor: Debate, people: People, settings
) -> None:
    settings.DIKAST_ADDRESS = ""
    send(floor, people[0], Sending(TEXT, "n1"))
    assert mailing.send_waiting() == 0 and not mail.outbox


@pytest.mark.parametrize("number", [1, 3])
def test_mail_that_cannot_be_sent_is_not_tried_for_ever(
    mailed: Person, debate: Callable[..., Debate], people: People, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    for _ in range(number):
        send(debate(), people[0], Sending(TEXT, "n1"))

    def broken(self: EmailMessage, fail_silently: bool = False) -> int:
        raise OSError("no mail server")

    monkeypatch.setattr(EmailMessage, "send", broken)
    assert mailing.send_waiting() == 0
    assert not Notice.objects.filter(wants_mail=True).exists() and told(mailed) == ["turn"] * number
