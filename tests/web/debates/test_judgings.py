"""Which judging is taken up when, and what becomes of one that fails, is taken over or is overtaken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from docketing import DOCKET, take

from dikast.jobs.contract import Task
from dikast.web.account.models import Person
from dikast.web.debates import bringing, judgings
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.posting import Sending, send

People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."
FAULTY = {"faults": [{"message": "an empty answer"}]}


def post(floor: Debate, person: Person, nonce: str) -> None:
    assert not send(floor, person, Sending(f"{TEXT} {nonce}", nonce)).problems


def sealed(task: Task) -> dict[str, Any]:
    totals = {"A": "3", "B": "1"}
    return task.document | {"rulings": [{"totals": totals, "scoreline": {"A": 75, "B": 25}, "winner": "A"}]}


def rested() -> None:
    """Let the time pass that a judging has to rest."""
    Judging.objects.update(retry_at=timezone.now())


def test_a_floor_is_judged_post_by_post_and_ruled_once_it_has_closed(floor: Debate, people: People) -> None:
    assert take() is None
    post(floor, people[0], "n1")
    task = take()
    assert task is not None and (task.posts, task.whole, len(task.document["speeches"])) == (1, False, 1)
    assert take("two") is None
    assert DOCKET.settle(task, sealed(task))
    for nonce, person in (("n2", people[1]), ("n3", people[0])):
        send(floor, person, Sending("", nonce, "yields"))
    task = take()
    assert task is not None and task.whole and task.document["yielded"] == ["A", "B"]
    assert DOCKET.settle(task, sealed(task)) and take() is None
    floor.refresh_from_db()
    assert (floor.state, floor.summary["finding"], floor.summary["a"]) == ("ruled", "A", 75)
    kinds = [event.kind for event in floor.events.order_by("number")]
    assert kinds == ["joined", "opened", "post", "judged", "yield", "yield", "closed", "ruled"]


def test_a_post_that_comes_meanwhile_is_judged_after(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = take()
    assert task is not None
    post(floor, people[1], "n2")
    assert DOCKET.settle(task, sealed(task))
    after = take()
    assert after is not None and after.posts == 2 and len(after.document["speeches"]) == 2


def test_a_run_taken_up_by_another_worker_is_filed_once(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = take("dead")
    assert task is not None
    again = DOCKET.begin(task.run, "heir")
    assert again == task and Judging.objects.get().holder == "heir"
    assert DOCKET.settle(again, sealed(again)) and not DOCKET.settle(task, sealed(task))
    assert DOCKET.begin(task.run, "dead") is None and floor.events.filter(kind="judged").count() == 1


def test_a_run_begun_before_it_was_noted_is_the_same_run(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    (run,) = DOCKET.waiting()
    assert DOCKET.begin(run.id, "quick") is not None and not DOCKET.waiting()
    DOCKET.queued(run)
    assert Judging.objects.get().holder == "quick"


def test_a_run_whose_worker_never_lives_to_end_it_is_parked_with_its_reason(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = take()
    assert task is not None
    for _ in range(judgings.BEGUN - 1):
        assert DOCKET.begin(task.run, "another") is not None
    assert DOCKET.begin(task.run, "the last") is None and take() is None
    held = Judging.objects.get()
    assert (held.tries, held.running) == (judgings.TRIES, False) and "ended every time" in held.fault


def test_a_run_that_got_lost_is_another_run_at_once_and_no_attempt(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = take()
    assert task is not None and take() is None and not DOCKET.under_way()
    Judging.objects.update(queued_at=timezone.now() - judgings.KNOWN - timedelta(seconds=1))
    assert DOCKET.under_way() == [task.run]
    DOCKET.lose(task.run)
    after = take()
    assert after is not None and after.run != task.run and Judging.objects.get().tries == 0
    assert not DOCKET.settle(task, sealed(task)) and DOCKET.settle(after, sealed(after))


def test_what_waits_for_its_judge_is_taken_up_later_and_that_is_no_attempt(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    task = take()
    assert task is not None
    DOCKET.postpone(task.run, "the model is not there yet", 15)
    assert take() is None
    rested()
    assert take() is not None and Judging.objects.get().tries == 0


def test_a_time_that_a_wrong_clock_wrote_holds_nothing_up(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    Judging.objects.update(retry_at=timezone.now() + timedelta(days=400))
    task = take()
    assert task is not None
    Judging.objects.update(queued_at=timezone.now() + timedelta(days=400))
    assert DOCKET.under_way() == [task.run]


def test_faults_are_counted_until_a_person_is_needed_and_then_mended(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    for nonce, person in (("n2", people[1]), ("n3", people[0])):
        send(floor, person, Sending("", nonce, "yields"))
    for attempt in range(judgings.TRIES):
        task = take()
        assert task is not None and take() is None
        if attempt % 2:
            DOCKET.fail(task.run, "RuntimeError: it broke")
        else:
            assert DOCKET.settle(task, dict(FAULTY))
        rested()
    floor.refresh_from_db()
    judging = floor.judgings.get()
    assert (floor.state, judging.tries, judging.fault) == ("fault", judgings.TRIES, "an empty answer")
    assert take() is None and floor.summary == {} and judging.document == ""
    judgings.again(judging)
    floor.refresh_from_db()
    task = take()
    assert floor.state == "closed" and task is not None and DOCKET.settle(task, sealed(task))
    floor.refresh_from_db()
    assert floor.state == "ruled"


def test_a_fault_on_an_open_floor_is_tried_again_with_the_next_post(floor: Debate, people: People) -> None:
    post(floor, people[0], "n1")
    for _ in range(judgings.TRIES):
        task = take()
        assert task is not None
        DOCKET.fail(task.run, "it broke")
        rested()
    floor.refresh_from_db()
    assert floor.state == "open" and take() is None
    post(floor, people[1], "n2")
    assert take() is not None


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
    order = [take() for _ in range(3)]
    debates = [Judging.objects.get(pk=task.run.split(".")[0]).debate_id for task in order if task]
    assert debates[:2] == [floors[1].pk, floors[0].pk] and len(debates) == 3


@pytest.mark.parametrize("message", ["x" * 100_000, ""])
def test_any_message_of_a_fault_is_kept_in_bounds(floor: Debate, people: People, message: str) -> None:
    post(floor, people[0], "n1")
    task = take()
    assert task is not None
    DOCKET.fail(task.run, message)
    assert Judging.objects.get().fault == message[:2000]
