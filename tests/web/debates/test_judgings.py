"""Which judging is taken up when, and what becomes of one that fails, is taken over or is overtaken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from dikast.web.account.models import Person
from dikast.web.debates import bringing, judgings
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.posting import Sending, send

People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."
FAULTY = {"faults": [{"message": "an empty answer"}]}


def post(floor: Debate, person: Person, nonce: str) -> None:
    assert not send(floor, person, Sending(f"{TEXT} {nonce}", nonce)).problems


def sealed(task: judgings.Task) -> dict[str, Any]:
    totals = {"A": "3", "B": "1"}
    return task.document | {"rulings": [{"totals": totals, "scoreline": {"A": 75, "B": 25}, "winner": "A"}]}


def test_a_floor_is_judged_post_by_post_and_ruled_once_it_has_closed(floor: Debate, people: People) -> None:
    assert judgings.claim("one") is None
    post(floor, people[0], "n1")
    task = judgings.claim("one")
    assert task is not None and (task.posts, task.whole, len(task.document["speeches"])) == (1, False, 1)
    assert judgings.claim("two") is None
    assert judgings.settle(task, "one", sealed(task))
    for nonce, person in (("n2", people[1]), ("n3", people[0])):
        send(floor, person, Sending("", nonce, "yields"))
    task = judgings.claim("one")
    assert task is not None and task.whole and task.document["yielded"] == ["A", "B"]
    assert judgings.settle(task, "one", sealed(task)) and judgings.claim("one") is None
    floor.refresh_from_db()
    assert (floor.state, floor.summary["finding"], floor.summary["a"]) == ("ruled", "A", 75)
    kinds = [event.kind for event in floor.events.order_by("number")]
    assert kinds == ["joined", "opened", "post", "judged", "yield", "yield", "closed", "ruled"]


def test_a_post_that_comes_meanwhile_is_judged_after(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = judgings.claim("one")
    assert task is not None
    post(floor, people[1], "n2")
    assert judgings.settle(task, "one", sealed(task))
    after = judgings.claim("one")
    assert after is not None and after.posts == 2 and len(after.document["speeches"]) == 2


def test_a_worker_that_died_is_taken_over_and_cannot_come_back(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    dead = judgings.claim("dead")
    later = timezone.now() + judgings.HOLD + timedelta(seconds=1)
    assert dead is not None and judgings.claim("heir", later) is not None
    assert not judgings.renew(dead, "dead") and not judgings.settle(dead, "dead", sealed(dead))
    assert judgings.renew(dead, "heir") and judgings.settle(dead, "heir", sealed(dead))


def test_what_is_let_go_can_be_taken_at_once_and_what_waits_for_its_judge_later(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = judgings.claim("one")
    assert task is not None
    judgings.release(task, "one")
    task = judgings.claim("two")
    assert task is not None
    judgings.postpone(task, "two", "the model is not there yet", 15)
    assert judgings.claim("two") is None
    assert judgings.claim("two", timezone.now() + timedelta(seconds=16)) is not None
    assert Judging.objects.get().tries == 0


def test_faults_are_counted_until_a_person_is_needed_and_then_mended(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    for nonce, person in (("n2", people[1]), ("n3", people[0])):
        send(floor, person, Sending("", nonce, "yields"))
    now = timezone.now()
    for attempt in range(judgings.TRIES):
        task = judgings.claim("one", now)
        assert task is not None and judgings.claim("two", now) is None
        if attempt % 2:
            judgings.fail(task, "one", "RuntimeError: it broke")
        else:
            assert judgings.settle(task, "one", dict(FAULTY))
        now += timedelta(hours=2)
    floor.refresh_from_db()
    judging = floor.judgings.get()
    assert (floor.state, judging.tries, judging.fault) == ("fault", judgings.TRIES, "an empty answer")
    assert judgings.claim("one", now + timedelta(days=9)) is None and floor.summary == {} and judging.document == ""
    judgings.again(judging)
    floor.refresh_from_db()
    task = judgings.claim("one")
    assert floor.state == "closed" and task is not None and judgings.settle(task, "one", sealed(task))
    floor.refresh_from_db()
    assert floor.state == "ruled"


def test_a_fault_on_an_open_floor_is_tried_again_with_the_next_post(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    now = timezone.now()
    for _ in range(judgings.TRIES):
        task = judgings.claim("one", now)
        assert task is not None
        judgings.fail(task, "one", "it broke")
        now += timedelta(hours=2)
    floor.refresh_from_db()
    assert floor.state == "open" and judgings.claim("one", now) is None
    post(floor, people[1], "n2")
    assert judgings.claim("one") is not None


def test_live_floors_come_before_transcripts(debate: Callable[..., Debate], people: People) -> None:
    speeches = [{"id": f"s{side}", "side": side, "text": TEXT, "speaker": ""} for side in "AB"]
    brought = {
        "dikast": 1,
        "motion": "A motion",
        "sides": {"A": {"name": "For"}, "B": {"name": "Against"}},
        "speeches": speeches,
    }
    bringing.bring(people[2], brought, bringing.Judged("rubric/1", "gullible"), ("gullible",))
    floors = [debate() for _ in range(2)]
    for floor in reversed(floors):
        post(floor, people[0], "n")
    order = [judgings.claim(f"worker {n}") for n in range(3)]
    debates = [Judging.objects.get(pk=task.pk).debate_id for task in order if task]
    assert debates[:2] == [floors[1].pk, floors[0].pk] and len(debates) == 3


@pytest.mark.parametrize("message", ["x" * 100_000, ""])
def test_any_message_of_a_fault_is_kept_in_bounds(floor: Debate, people: People, message: str) -> None:
    post(floor, people[0], "n1")
    task = judgings.claim("one")
    assert task is not None
    judgings.fail(task, "one", message)
    assert Judging.objects.get().fault == message[:2000]
