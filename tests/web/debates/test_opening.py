"""What a debate can be started with, who may sit where, and who sees it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from dikast.core import formats
from dikast.core.problems import InputError
from dikast.web.account.models import Person
from dikast.web.debates import opening, seating, sight
from dikast.web.debates.models import Debate, Seat
from dikast.web.debates.opening import Wish

People = tuple[Person, Person, Person]
GOOD: dict[str, Any] = {"motion": "A motion", "format": "open-floor", "judge": "gullible", "side": "A"}


def start(owner: Person, **wished: Any) -> Debate:
    return opening.start(owner, Wish(**(GOOD | wished)), ("gullible",))


def refused(work: Any, *given: Any, **more: Any) -> list[tuple[str, str]]:
    with pytest.raises(InputError) as caught:
        work(*given, **more)
    return [(problem.code, problem.place) for problem in caught.value.problems]


@pytest.mark.parametrize("fmt", formats.ids())
def test_every_format_can_be_held(people: People, fmt: str) -> None:
    made = start(people[0], format=fmt)
    held = formats.get(fmt)
    assert made.method == held.method and (made.name_a, made.name_b) == held.names
    for turn in held.turns:
        assert made.seats.filter(side=turn.side, position=turn.speaker).exists()
    assert [seat.side for seat in made.seats.filter(person=people[0])] == ["A"] and made.state == "waiting"


@pytest.mark.parametrize(
    ("wished", "problem"),
    [
        ({"motion": " \n"}, ("opening.no-motion", "motion")),
        ({"motion": "x" * 301}, ("opening.motion-too-long", "motion")),
        ({"motion": "a\x00b"}, ("text.unstorable", "motion")),
        ({"name_a": "\ud800"}, ("text.unstorable", "name_a")),
        ({"format": "../../etc"}, ("opening.format", "format")),
        ({"judge": "anthropic:expensive"}, ("opening.judge", "judge")),
        ({"visibility": "secret"}, ("opening.visibility", "visibility")),
        ({"name_b": "x" * 61}, ("opening.name-too-long", "name_b")),
        ({"name_a": "Us", "name_b": " uS "}, ("opening.same-names", "name_b")),
        ({"turn_seconds": 59}, ("opening.turn-time", "turn_seconds")),
        ({"turn_seconds": 10**12}, ("opening.turn-time", "turn_seconds")),
        ({"preparation_seconds": -1}, ("opening.preparation", "preparation_seconds")),
        ({"closes_at": timezone.now() - timedelta(seconds=1)}, ("opening.closes", "closes_at")),
        ({"side": "C"}, ("opening.side", "side")),
        ({"lang": "x" * 36}, ("opening.lang", "lang")),
    ],
)
def test_a_wish_that_cannot_be_met_names_its_field(people: People, wished: Any, problem: tuple[str, str]) -> None:
    assert refused(start, people[0], **wished) == [problem] and not Debate.objects.exists()


def test_all_that_is_wrong_is_told_at_once(people: People) -> None:
    found = refused(start, people[0], motion="", format="none", judge="none", visibility="none")
    assert {place for _, place in found} == {"motion", "format", "judge", "visibility"}


def test_default_names_do_not_clash_with_a_chosen_one(people: People) -> None:
    assert refused(start, people[0], name_b="for") == [("opening.same-names", "name_b")]


def test_an_invitation_seats_one_person_and_opens_the_floor(people: People) -> None:
    ana, ben, chloe = people
    made = start(ana)
    key = made.seats.get(side="B").key
    assert refused(seating.take, "no such key", ben) == [("seat.unknown", "invitation")]
    assert refused(seating.take, key, ana) == [("seat.other-side", "invitation")]
    seat = seating.take(key, ben)
    made.refresh_from_db()
    assert made.state == "open" and made.fingerprint and seating.take(key, ben) == seat
    assert refused(seating.take, key, chloe) == [("seat.taken", "invitation")]
    assert made.events_count == 2 and Seat.objects.get(key=key).person == ben


def test_a_debate_that_is_over_has_no_seats_to_give(people: People) -> None:
    made = start(people[0])
    Debate.objects.filter(pk=made.pk).update(state="withdrawn")
    assert refused(seating.take, made.seats.get(side="B").key, people[1]) == [("seat.over", "invitation")]


def test_whoever_starts_a_debate_between_others_stays_out_of_it(people: People) -> None:
    ana, ben, chloe = people
    made = start(ana, side=None)
    for side, person in (("A", ben), ("B", chloe)):
        seating.take(made.seats.get(side=side).key, person)
    made.refresh_from_db()
    assert made.state == "open" and not made.seats.filter(person=ana).exists()


def test_who_sees_what(people: People) -> None:
    ana, ben, chloe = people
    public, unlisted, private = (start(ana, visibility=name) for name in opening.VISIBILITIES)
    assert set(sight.visible_to(None)) == {public} == set(sight.listed())
    assert set(sight.visible_to(ana)) == {public, unlisted, private} and set(sight.visible_to(ben)) == {public}
    assert [sight.may_see(unlisted, who) for who in (None, chloe)] == [True, True]
    assert [sight.may_see(private, who) for who in (None, ana, ben)] == [False, True, False]
    seating.take(private.seats.get(side="B").key, ben)
    assert sight.may_see(private, ben) and set(sight.visible_to(ben)) == {public, private}
    assert sight.opens_stream(private, sight.stream_key(private))
    assert not any(sight.opens_stream(private, key) for key in ("", "x:y:z", sight.stream_key(public), "\x00"))
