"""Starting a debate and taking a seat, as people do it who have no account."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from dikast.core import formats
from dikast.web.account.models import Person
from dikast.web.debates import opening
from dikast.web.debates.models import Debate, Seat

People = tuple[Person, Person, Person]
FORM = {"motion": "Cities should close their centres to cars", "format": "open-floor", "side": "A", "name": "Ana"}
FORM |= {"visibility": "public", "pace": "free", "closing": "never", "lang": "en"}


def free_seat(debate: Debate) -> Seat:
    return Seat.objects.get(debate=debate, person=None)


def test_two_guests_come_to_an_open_floor_by_form_and_link(db: None) -> None:
    ana, ben = Client(), Client()
    address = ana.post("/start", FORM)["Location"]
    waiting = ana.get(address).content.decode()
    found = re.search(r'value="http://testserver(/join/[^"]+)"', waiting)
    assert found is not None and "Waiting for the other side" in waiting
    invited = ben.get(found[1]).content.decode()
    assert "Ana" in invited and FORM["motion"] in invited and "Take the seat" in invited
    assert ben.post(found[1], {"name": "Ben"})["Location"] == address
    debate = Debate.objects.get()
    assert debate.state == "open" and [seat.person and seat.person.name for seat in debate.seats.all()] == [
        "Ana",
        "Ben",
    ]
    assert all(seat.person is not None and seat.person.is_guest for seat in debate.seats.all())
    assert "Your turn" in ana.get(address).content.decode()
    assert "to speak" in ben.get(address).content.decode() and "Your turn" not in ben.get(address).content.decode()
    assert "/join/" not in ana.get(address).content.decode()


def test_the_form_shows_every_format_with_its_order(stranger: Client) -> None:
    shown = stranger.get("/start").content.decode()
    assert all(f'value="{name}"' in shown for name in formats.ids())
    roles = {turn.role for name in formats.ids() for turn in formats.get(name).turns}
    assert all(role in shown for role in roles)


def test_who_may_read_and_the_first_two_formats_are_not_folded_away(stranger: Client) -> None:
    shown = stranger.get("/start").content.decode()
    first, *folded = shown.split('<details class="more"')
    assert len(folded) == 2 and not any(part.startswith(" open") for part in folded)
    chosen = re.findall(r'name="format" value="([^"]+)"', first)
    assert chosen == ["open-floor", "six-speech"] and "a filled disc speaks for the motion" in first
    assert 'name="visibility"' in folded[0].split("</details>")[1] and 'name="visibility"' not in folded[1]
    again = stranger.post("/start", FORM | {"motion": "", "format": "policy"}).content.decode()
    assert '<details class="more" open><summary>Other formats' in again


def test_a_guest_who_waits_has_one_link_to_send_and_is_told_what_a_guest_is(db: None) -> None:
    ana = Client()
    shown = ana.get(ana.post("/start", FORM | {"format": "six-speech"})["Location"]).content.decode()
    assert "Send this link to your opponent" in shown and "Cancel this debate" in shown
    assert re.search(r'<button [^>]*data-copy="invitation-1"[^>]* hidden>Copy</button>', shown)
    assert "You are here as a guest" in shown and 'href="/sign-up' in shown
    assert 'href="/method/graph"' in shown
    both = ana.get(ana.post("/start", FORM | {"side": ""})["Location"]).content.decode()
    assert "Send this link to your opponent" not in both and both.count("data-copy=") == 2


def test_a_free_seat_of_ones_own_side_is_no_opponents(db: None) -> None:
    ana = Client()
    address = ana.post("/start", FORM)["Location"]
    Seat.objects.filter(person=None).update(side="A", position=2)
    shown = ana.get(address).content.decode()
    assert "data-copy=" in shown and "Send this link to your opponent" not in shown


@pytest.mark.parametrize(("lang", "names"), [("ar", ("مع", "ضد")), ("", ("For", "Against"))])
def test_sides_without_names_are_called_in_the_debates_language(db: None, lang: str, names: tuple[str, str]) -> None:
    Client().post("/start", FORM | {"lang": lang})
    debate = Debate.objects.get()
    assert (debate.name_a, debate.name_b) == names


@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"motion": "  "}, "motion", "Say in one sentence"),
        ({"motion": "x" * 301}, "motion", "At most 300 characters"),
        ({"motion": "What\x00"}, "motion", "cannot be kept"),
        ({"format": "duel"}, "format", "Choose one of these"),
        ({"side": "C"}, "side", "Choose one of these"),
        ({"pace": "never"}, "pace", "Choose one of these"),
        ({"closing": "x"}, "closing", "Choose one of these"),
        ({"visibility": "secret"}, "visibility", "Choose one of these"),
        ({"name_a": "Yes", "name_b": "yes"}, "name_b", "different names"),
        ({"name": ""}, "name", "how you want to be called"),
        ({"name": "\u202e"}, "name", "how you want to be called"),
        ({"name": "A\u202eB"}, "name", "a sign that nobody can see"),
        ({"name": "A\x00B"}, "name", "cannot be kept"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(
    stranger: Client, given: dict[str, str], field: str, words: str
) -> None:
    answer = stranger.post("/start", FORM | {"name_a": "Pro & <Co>"} | given)
    shown = answer.content.decode()
    assert answer.status_code == 422 and words in shown and f'href="#f-{field}"' in shown
    assert 'id="f-' + field in shown and not Debate.objects.exists() and not Person.objects.exists()
    assert given.get("name_a", "Pro &amp; &lt;Co&gt;") in shown


def test_a_missing_field_is_told_and_no_fault(stranger: Client) -> None:
    assert stranger.post("/start", {}).status_code == 422


def test_a_live_match_has_its_clock_and_preparation(db: None) -> None:
    ana = Client()
    address = ana.post("/start", FORM | {"format": "six-speech", "pace": "live-5", "side": "B"})["Location"]
    debate = Debate.objects.get()
    prepared = 60 * formats.get("six-speech").preparation[0]
    assert (debate.origin, debate.turn_seconds, debate.preparation_seconds) == ("match", 300, prepared)
    assert debate.seats.get(side="B").person is not None and "Order of speeches" in ana.get(address).content.decode()


def test_a_seat_goes_once_and_who_comes_late_can_watch(
    floor: Debate, people: People, signed_in: Callable[[Person], Client]
) -> None:
    key = floor.seats.get(side="B").key
    late = signed_in(people[2])
    assert "You can watch" in late.get(f"/join/{key}").content.decode()
    assert late.post(f"/join/{key}").status_code == 409 and floor.seats.get(side="B").person == people[1]
    assert signed_in(people[1]).get(f"/join/{key}")["Location"] == f"/d/{floor.slug}"


def test_nobody_debates_against_himself(people: People, signed_in: Callable[[Person], Client]) -> None:
    made = opening.start(people[0], opening.Wish("A motion", "open-floor", "gullible", "A"), ("gullible",))
    own = signed_in(people[0])
    key = free_seat(made).key
    assert "already debate for the other side" in own.get(f"/join/{key}").content.decode()
    answer = own.post(f"/join/{key}")
    assert answer.status_code == 409 and b"already debate for the other side" in answer.content


@pytest.mark.parametrize("key", ["nobody-knows", "%00", "..%2f", "x" * 500])
def test_an_invitation_that_is_none_leads_nowhere(stranger: Client, key: str) -> None:
    assert stranger.get(f"/join/{key}").status_code == 404


def test_a_guest_who_says_no_name_is_asked_again(people: People, stranger: Client) -> None:
    made = opening.start(people[0], opening.Wish("A motion", "open-floor", "gullible", "A"), ("gullible",))
    answer = stranger.post(f"/join/{free_seat(made).key}", {"name": "..."})
    assert answer.status_code == 422 and b"how you want to be called" in answer.content
    made.refresh_from_db()
    assert made.state == "waiting" and Person.objects.count() == 3


def test_its_owner_takes_a_waiting_debate_back_and_nobody_else(
    people: People, signed_in: Callable[[Person], Client]
) -> None:
    made = opening.start(people[0], opening.Wish("A motion", "open-floor", "gullible", "A"), ("gullible",))
    key, address = free_seat(made).key, f"/d/{made.slug}/withdraw"
    assert signed_in(people[2]).post(address).status_code == 403
    own = signed_in(people[0])
    assert own.post(address).status_code == 302
    assert own.get(f"/d/{made.slug}").status_code == 404 and own.get(f"/join/{key}").status_code == 404


def test_a_debate_that_has_begun_cannot_be_taken_back(
    floor: Debate, people: People, signed_in: Callable[[Person], Client]
) -> None:
    answer = signed_in(people[0]).post(f"/d/{floor.slug}/withdraw", follow=True)
    floor.refresh_from_db()
    assert floor.state == "open" and b"cannot be taken back" in answer.content
