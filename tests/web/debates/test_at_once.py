"""What is sent at the same instant is decided one after the other, and nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection
from docketing import DOCKET, take

from dikast.web.account.models import Person
from dikast.web.debates import opening, seating
from dikast.web.debates.models import Debate, Judging, Seat
from dikast.web.debates.posting import Sending, send

Result = TypeVar("Result")
pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "This is what I have to say about it, and it is long enough."


def at_once(works: list[Callable[[], Result]]) -> list[Result]:
    """Return what `works` return, all started in the same instant, each in a thread of its own."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], Result]) -> Result:
        try:
            barrier.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def open_floor(title: str = "A motion") -> tuple[Debate, Person, Person]:
    ana, ben = (Person.objects.guest(name) for name in ("Ana", "Ben"))
    made = opening.start(ana, opening.Wish(title, "open-floor", "gullible", "A"), ("gullible",))
    seating.take(made.seats.get(side="B").key, ben)
    return made, ana, ben


def test_a_double_click_is_one_post() -> None:
    floor, ana, _ = open_floor()
    outcomes = at_once([lambda: send(floor, ana, Sending(TEXT, "n", number=1))] * 6)
    assert sorted(outcome.repeated for outcome in outcomes) == [False] + [True] * 5
    assert {outcome.post and outcome.post.pk for outcome in outcomes} == {floor.posts.get().pk}


def test_two_tabs_post_once_and_the_other_text_is_kept() -> None:
    floor, ana, _ = open_floor()
    sendings = [Sending(f"{TEXT} Tab {tab}.", f"n{tab}", number=1) for tab in (1, 2)]
    outcomes = at_once([lambda one=one: send(floor, ana, one) for one in sendings])  # type: ignore[misc]
    assert sorted(bool(outcome.problems) for outcome in outcomes) == [False, True]
    lost = sendings[0 if outcomes[0].problems else 1]
    assert floor.posts.count() == 1 and floor.drafts.get().text == lost.text


def test_both_sides_at_once_take_one_turn() -> None:
    floor, ana, ben = open_floor()
    outcomes = at_once([lambda: send(floor, ben, Sending(TEXT, "b")), lambda: send(floor, ana, Sending(TEXT, "a"))])
    floor.refresh_from_db()
    numbers = list(floor.events.order_by("number").values_list("number", flat=True))
    assert outcomes[1].post is not None and floor.posts_count == floor.posts.count()
    assert numbers == list(range(1, floor.events_count + 1))


def test_one_seat_goes_to_one_of_many() -> None:
    ana = Person.objects.guest("Ana")
    made = opening.start(ana, opening.Wish("A motion", "open-floor", "gullible", "A"), ("gullible",))
    key = made.seats.get(side="B").key
    guests = [Person.objects.guest(f"Guest {n}") for n in range(6)]

    def take(person: Person) -> Seat | None:
        try:
            return seating.take(key, person)
        except Exception as error:
            assert "seat.taken" in str(getattr(error, "problems", error))
            return None

    seats = at_once([lambda person=person: take(person) for person in guests])  # type: ignore[misc]
    made.refresh_from_db()
    assert sum(seat is not None for seat in seats) == 1 and made.state == "open"
    assert [event.kind for event in made.events.order_by("number")] == ["joined", "opened"]


def test_writers_on_twenty_floors_do_not_meet() -> None:
    floors = [open_floor(f"Motion {n}") for n in range(20)]

    def debate(floor: Debate, ana: Person, ben: Person) -> list[bool]:
        sent = [send(floor, (ana, ben)[n % 2], Sending(f"{TEXT} {n}", f"n{n}", number=n + 1)) for n in range(4)]
        return [outcome.post is not None for outcome in sent]

    assert at_once([lambda one=one: debate(*one) for one in floors]) == [[True] * 4] * 20  # type: ignore[misc]
    for floor, _, _ in floors:
        assert list(floor.posts.values_list("number", flat=True)) == [1, 2, 3, 4]
        assert list(floor.events.order_by("number").values_list("number", flat=True)) == list(range(1, 7))


def test_each_judging_is_one_run_whoever_submits_it() -> None:
    for n in range(6):
        floor, ana, _ = open_floor(f"Motion {n}")
        send(floor, ana, Sending(TEXT, "n"))

    def submit() -> set[str]:
        runs = DOCKET.waiting()
        for run in runs:
            DOCKET.queued(run)
        return {run.id for run in runs}

    seen = at_once([submit] * 8)
    assert len(set().union(*seen)) == 6 and not DOCKET.waiting()
    assert set(Judging.objects.values_list("run", "running")) == {(1, True)}


def test_a_case_is_filed_once_whoever_files_it() -> None:
    floor, ana, _ = open_floor()
    send(floor, ana, Sending(TEXT, "n"))
    task = take()
    assert task is not None
    case = task.document | {"rulings": [{"totals": {"A": "3", "B": "1"}, "scoreline": {"A": 75, "B": 25}}]}
    assert sorted(at_once([lambda: DOCKET.settle(task, case)] * 6)) == [False] * 5 + [True]
    assert [event.kind for event in floor.events.order_by("number")].count("judged") == 1
