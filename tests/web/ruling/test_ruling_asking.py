"""What readers ask for on a ruling's page: the other method, another attempt, a call of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from docketing import take

from dikast.web.account.models import Person
from dikast.web.debates.judgings import TRIES
from dikast.web.debates.models import Call, Debate, Judging

Browser = Callable[[Person], Client]


@pytest.fixture
def owned(ruled: Debate, people: tuple[Person, ...]) -> Debate:
    """The example as Ana's, judged by the graph alone."""
    Judging.objects.filter(debate=ruled, method="rubric/1").delete()
    ruled.owner = people[0]
    ruled.save()
    return ruled


def test_the_owner_orders_the_other_method_once(owned: Debate, people: tuple[Person, ...], signed_in: Browser) -> None:
    client = signed_in(people[0])
    assert f'action="/d/{owned.slug}/judge"' in client.get(f"/d/{owned.slug}/ruling").content.decode()
    for _ in range(2):
        answer = client.post(f"/d/{owned.slug}/judge", {"method": "rubric/1"})
        assert answer.headers["Location"] == f"/d/{owned.slug}/ruling?method=rubric/1"
    ordered = Judging.objects.get(debate=owned, method="rubric/1")
    assert (ordered.wanted, ordered.whole, ordered.done) == (6, True, 0)
    task = take()
    assert task is not None and task.method == "rubric/1" and len(task.document["speeches"]) == 6
    assert "With the judge." in client.get(f"/d/{owned.slug}/ruling?method=rubric").content.decode()
    assert Debate.objects.get(pk=owned.pk).state == "ruled"


def test_nobody_else_orders(owned: Debate, people: tuple[Person, ...], signed_in: Browser, stranger: Client) -> None:
    for client in (stranger, signed_in(people[1])):
        assert f'action="/d/{owned.slug}/judge"' not in client.get(f"/d/{owned.slug}/ruling").content.decode()
        assert client.post(f"/d/{owned.slug}/judge", {"method": "rubric/1"}).status_code == 404
    assert owned.judgings.count() == 1


def test_a_method_that_is_none_is_told_so(owned: Debate, people: tuple[Person, ...], signed_in: Browser) -> None:
    page = signed_in(people[0]).post(f"/d/{owned.slug}/judge", {"method": "rubric/9"}, follow=True)
    assert "Choose one of the methods on this page." in page.content.decode()
    assert owned.judgings.count() == 1


def test_the_owner_has_a_fault_tried_again(owned: Debate, people: tuple[Person, ...], signed_in: Browser) -> None:
    Judging.objects.filter(debate=owned).update(tries=TRIES, ruled=False, fault="no answer")
    Debate.objects.filter(pk=owned.pk).update(state="fault")
    signed_in(people[0]).post(f"/d/{owned.slug}/judge", {"method": "graph/1"})
    judging = owned.judgings.get()
    assert (judging.tries, judging.fault) == (0, "")
    assert Debate.objects.get(pk=owned.pk).state == "closed"


def test_a_reader_makes_a_call_before_the_finding_is_shown(
    owned: Debate, people: tuple[Person, ...], signed_in: Browser
) -> None:
    client, address = signed_in(people[2]), f"/d/{owned.slug}/ruling"
    asked = client.get(f"{address}?call=1").content.decode()
    assert "Who was ahead?" in asked and "56" not in asked.split("<main")[1] and 'id="ledger"' not in asked
    client.post(f"/d/{owned.slug}/call", {"side": "B"})
    page = client.get(f"{address}?call=1").content.decode()
    assert "Your call: <bdi>Opposition</bdi>." in page and 'id="ledger"' in page
    again = client.post(f"/d/{owned.slug}/call", {"side": "A"}, follow=True).content.decode()
    assert "it stays as it was" in again and Call.objects.get().side == "B"


def test_who_waits_for_the_judge_is_asked_for_a_call(
    owned: Debate, people: tuple[Person, ...], signed_in: Browser, stranger: Client
) -> None:
    Judging.objects.filter(debate=owned).update(ruled=False, done=0)
    Debate.objects.filter(pk=owned.pk).update(state="closed")
    pages = [client.get(f"/d/{owned.slug}/ruling").content.decode() for client in (signed_in(people[2]), stranger)]
    assert ["?call=1" in page for page in pages] == [True, False]


def test_a_call_needs_a_reader_who_took_no_part_and_a_side(
    owned: Debate, people: tuple[Person, ...], signed_in: Browser, stranger: Client
) -> None:
    owned.seats.create(side="B", person=people[1])
    for client, side in ((stranger, "A"), (signed_in(people[1]), "B"), (signed_in(people[2]), "C")):
        answer = client.post(f"/d/{owned.slug}/call", {"side": side})
        assert answer.status_code == 302
    assert not Call.objects.exists()


def test_readers_calls_stand_apart_from_the_ruling(owned: Debate, people: tuple[Person, ...], stranger: Client) -> None:
    for person, side in zip(people, ("A", "B", "B"), strict=True):
        Call.objects.create(debate=owned, person=person, side=side)
    page = stranger.get(f"/d/{owned.slug}/ruling").content.decode()
    assert "<bdi>Proposition</bdi> 1, <bdi>Opposition</bdi> 2, a draw 0." in page
