"""A debate in, a ruling out: priced, ordered once, polled, and taken away as case and ledger."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docketing import DOCKET, take

from dikast import judging
from dikast.perception.calls import CallLedger
from dikast.perception.providers import open_judge
from dikast.record import case as cases
from dikast.record.verify import verify
from dikast.settings import Settings
from dikast.web.account.models import Person
from dikast.web.debates.bringing import WAITING
from dikast.web.debates.models import Debate

TEXT = "A: The air makes people ill.\n\nB: People must get home at night.\n\nA: Night buses run."


def rule(folder: Path) -> None:
    """Judge whatever waits, as a worker does."""
    task = take()
    assert task is not None

    async def work() -> dict[str, Any]:
        calls = CallLedger(folder / "calls.sqlite3")
        judge = open_judge("gullible", Settings({}))
        try:
            done = await judging.judge(task.document, [judge], calls, method=task.method, readings=task.readings)
        finally:
            await calls.close()
        return done.document

    assert DOCKET.settle(task, asyncio.run(work()))


def codes(answer: Any) -> list[str]:
    return [problem["code"] for problem in answer["problems"]]


def test_a_transcript_is_priced_judged_and_taken_away(
    people: tuple[Person, ...], program: Callable[..., Any], tmp_path: Path
) -> None:
    ana = program(people[0])
    status, cost = ana("POST", "/plan", {"transcript": TEXT, "readings": 3})
    assert status == 200 and cost["speeches"] == 3
    assert [one["method"] for one in cost["costs"]] == ["graph/1", "rubric/1"]
    assert cost["costs"][1]["calls"] == {"low": 12, "high": 12} and cost["costs"][1]["charge"] == "nothing"
    assert not Debate.objects.exists()
    status, job = ana("POST", "/judge", {"transcript": TEXT, "motion": "Close the centres"})
    assert status == 202 and (job["state"], job["case"]) == ("judging", None)
    assert "key=" in job["stream"]
    rule(tmp_path)
    status, done = ana("GET", f"/judge/{job['id']}")
    assert status == 200 and done["state"] == "ruled" and done["posts_done"] == 3
    assert done["case"]["motion"] == "Close the centres" and done["case"]["rulings"]
    here = f"/debates/{job['id']}"
    status, case = ana("GET", f"{here}/case")
    assert status == 200 and case == done["case"]
    assert verify(cases.read(json.dumps(case).encode(), "case").document).problems == ()
    status, ledger = ana("GET", f"{here}/ledger")
    assert status == 200 and len(ledger.splitlines()) == 1 + len(case["rulings"][-1]["ledger"])
    status, ruling = ana("GET", f"{here}/ruling")
    assert status == 200 and ruling["final"] and ruling["summary"] == done["summary"]
    status, other = ana("POST", f"{here}/judgings", {"method": "rubric/1"})
    assert status == 200 and not other["ruled"]
    assert [row["method"] for row in ana("GET", f"{here}/judgings")[1]["judgings"]] == ["graph/1", "rubric/1"]
    assert program(people[1])("GET", f"/judge/{job['id']}")[0] == 404


def test_the_same_key_is_the_same_job(people: tuple[Person, ...], program: Callable[..., Any]) -> None:
    ana, ben = program(people[0]), program(people[1])
    jobs = [ana("POST", "/judge", {"transcript": TEXT}, **{"Idempotency-Key": "k"})[1]["id"] for _ in range(2)]
    assert jobs[0] == jobs[1] and Debate.objects.count() == 1
    status, answer = ana("POST", "/judge", {"transcript": TEXT, "readings": 2}, **{"Idempotency-Key": "k"})
    assert status == 409 and codes(answer) == ["judge.other-request"]
    assert ben("POST", "/judge", {"transcript": TEXT}, **{"Idempotency-Key": "k"})[1]["id"] != jobs[0]
    assert ana("POST", "/judge", {"transcript": TEXT})[1]["id"] != jobs[0]


def test_a_case_and_its_method_are_taken_as_they_are(people: tuple[Person, ...], program: Callable[..., Any]) -> None:
    case = {
        "dikast": 1,
        "format": "a-format-of-ours",
        "motion": "M",
        "sides": {"A": {"name": "Yes"}, "B": {"name": "No"}},
        "speeches": [{"id": "s1", "side": "A", "text": "Because."}, {"id": "s2", "side": "B", "text": "Not so."}],
    }
    status, job = program(people[0])("POST", "/judge", {"case": case, "method": "rubric/1", "visibility": "public"})
    debate = Debate.objects.get(slug=job["id"])
    assert status == 202 and (debate.format, debate.method, debate.visibility) == ("", "rubric/1", "public")
    assert debate.names == {"A": "Yes", "B": "No"}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "judge.one-of"),
        ({"transcript": TEXT, "case": {}}, "judge.one-of"),
        ({"transcript": "Ana: Yes."}, "transcript.unknown-speaker"),
        ({"transcript": "A: Yes."}, "bringing.one-side"),
        ({"transcript": "A: Yes.\x00\n\nB: No."}, "case.control"),
        ({"transcript": TEXT, "judge": "openai:secret"}, "opening.judge"),
        ({"transcript": TEXT, "readings": 1000}, "input.less_than_equal"),
        ({"case": {"dikast": 1, "speeches": []}}, "case.no-speech"),
        ({"case": {"dikast": 1, "x": "\ud800", "speeches": []}}, "json.surrogate"),
        ({"case": {"dikast": 99}}, "case.version"),
        ({"case": {"turns": "no"}}, "debates.type"),
    ],
)
def test_what_cannot_be_judged_is_told(
    given: dict[str, Any], code: str, people: tuple[Person, ...], program: Callable[..., Any]
) -> None:
    for path in ("/judge", "/plan"):
        status, answer = program(people[0])("POST", path, given)
        assert status == 422 and code in codes(answer), answer
    assert not Debate.objects.exists()


def test_names_can_be_given_to_sides(people: tuple[Person, ...], program: Callable[..., Any]) -> None:
    given = {"transcript": "Ana: Yes.\n\nBen: No.", "speakers": {"Ana": "B", "Ben": "A"}}
    status, job = program(people[0])("POST", "/judge", given)
    document = Debate.objects.get(slug=job["id"]).document
    assert document is not None and [speech["side"] for speech in document["speeches"]] == ["B", "A"]
    assert status == 202


def test_a_person_has_only_so_many_debates_before_the_judge(
    people: tuple[Person, ...], program: Callable[..., Any]
) -> None:
    ana = program(people[0])
    statuses = [ana("POST", "/judge", {"transcript": TEXT})[0] for _ in range(WAITING + 1)]
    assert statuses == [202] * WAITING + [422]


def test_ones_own_call_is_made_once(people: tuple[Person, ...], floor: Debate, program: Callable[..., Any]) -> None:
    chloe, here = program(people[2]), f"/debates/{floor.slug}/call"
    assert chloe("PUT", here, {"side": "A"})[1]["side"] == "A"
    assert chloe("PUT", here, {"side": "A"})[0] == 200
    assert chloe("PUT", here, {"side": "B"})[0] == 409
    assert program(people[0])("PUT", here, {"side": "A"})[0] == 403
