"""An operator sees what is judged and what waits, and decides what is taken up; never what a ruling says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from docketing import DOCKET, take

from dikast.core.problems import InputError
from dikast.web.account.models import Person
from dikast.web.debates import judgings, opening, operating, seating
from dikast.web.debates.models import Debate, Judging, Worker
from dikast.web.debates.posting import Sending, send
from dikast.web.debates.workers import PlatformRegister

pytestmark = pytest.mark.django_db
TEXT = "This is what I have to say about it, and it is long enough."


def floors(number: int) -> list[Judging]:
    """Open floors with one post each, the first one waiting longest."""
    ana, ben = (Person.objects.guest(name) for name in ("Ana", "Ben"))
    made = []
    for n in range(number):
        debate = opening.start(ana, opening.Wish(f"Motion {n}", "open-floor", "gullible", "A"), ("gullible",))
        seating.take(debate.seats.get(side="B").key, ben)
        assert not send(debate, ana, Sending(TEXT, "n1")).problems
        made.append(debate.judgings.get())
    return made


def states() -> dict[str, int]:
    return {state: row["count"] for state, row in operating.counts().items()}


def test_each_judging_is_in_one_state_and_those_that_wait_have_a_place() -> None:
    first, second, third, fourth, fifth = floors(5)
    Judging.objects.filter(pk=fifth.pk).update(live=False)
    task = take("one")
    assert task is not None and task.run == f"{first.pk}.1"
    DOCKET.postpone(f"{second.pk}.1", "no run yet", 5)  # not under way: nothing to put off
    for run in DOCKET.waiting():
        DOCKET.queued(run)
    DOCKET.postpone(f"{second.pk}.1", "the day's money is used up", 900)
    operating.park(third, "it is a test")
    assert states() == {"running": 1, "waiting": 2, "resting": 1, "parked": 1}
    rows = {row.number: row for row in operating.listed()}
    assert [rows[one.pk].state for one in (first, second, third, fourth, fifth)] == [
        "running", "resting", "parked", "waiting", "waiting",
    ]  # fmt: skip
    assert [rows[one.pk].place for one in (first, fourth, fifth)] == [None, 1, 2]
    assert [operating.place(one) for one in (fourth, Judging.objects.get(pk=fifth.pk))] == [1, 2]
    assert rows[first.pk].holder == "one" and 890 < rows[second.pk].rests <= 900
    assert rows[second.pk].reason == "the day's money is used up" and rows[third.pk].reason == "it is a test"
    assert [row.number for row in operating.listed(["parked"])] == [third.pk]


def test_what_is_parked_is_left_alone_even_by_the_worker_that_has_it_and_comes_back_when_retried() -> None:
    (judging,) = floors(1)
    task = take("one")
    assert task is not None
    operating.park(judging, "x" * 9000)
    assert not DOCKET.settle(task, task.document) and take() is None
    assert len(Judging.objects.get().fault) == 2000
    assert operating.retry_parked() == 1 and states()["parked"] == 0
    assert take() is not None


def test_what_is_done_cannot_be_parked() -> None:
    (judging,) = floors(1)
    Judging.objects.update(done=1)
    with pytest.raises(InputError) as caught:
        operating.park(judging, "late")
    assert caught.value.problems[0].code == "jobs.done"


@pytest.mark.parametrize("name", ["0", "nowhere", "١", "1; DROP TABLE", "99999999999999999999"])
def test_a_name_that_names_nothing_is_told(name: str) -> None:
    floors(1)
    with pytest.raises(InputError) as caught:
        operating.found(name)
    assert caught.value.problems[0].code == "jobs.unknown"


def test_a_debate_judged_twice_is_named_by_its_number() -> None:
    (judging,) = floors(1)
    debate = Debate.objects.get()
    judgings.want(debate, "graph/1")
    with pytest.raises(InputError) as caught:
        operating.found(debate.slug)
    assert caught.value.problems[0].code == "jobs.several"
    assert operating.found(debate.slug, "rubric/1").pk == operating.found(str(judging.pk)).pk == judging.pk


def test_a_worker_is_drained_by_name_or_all_of_them() -> None:
    register = PlatformRegister()
    for name in ("one", "two", "gone"):
        register.enter(name, name, "judging/1")
    register.leave("gone", "gone")
    assert [worker["name"] for worker in operating.at_work()] == ["one", "two"]
    assert (
        operating.drain("one") == 1 and register.beat("one", "one") == "drain" and register.beat("two", "two") == "work"
    )
    assert operating.drain() == 2
    with pytest.raises(InputError) as caught:
        operating.drain("gone")
    assert "one, two" in caught.value.problems[0].message + caught.value.problems[0].hint
    register.enter("one", "younger", "judging/1")
    assert register.beat("one", "younger") == "work" and register.beat("one", "one") == "leave"


def test_a_silent_worker_is_dead_and_a_clock_of_this_machine_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    register = PlatformRegister()
    register.enter("one", "a", "judging/1")
    monkeypatch.setattr(timezone, "now", lambda: timezone.datetime(2099, 1, 1, tzinfo=timezone.get_fixed_timezone(0)))
    assert register.dead() == []
    Worker.objects.update(beat_at=Worker.objects.get().beat_at - timedelta(seconds=60))
    assert register.dead() == ["one"]
    register.bury("one")
    assert register.dead() == [] and register.beat("one", "a") == "leave"
