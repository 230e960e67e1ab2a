"""Debates through the API: the same rules, the same rows as through the pages, and nobody sees more than he may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dikast.web.account.models import Notice, Person
from dikast.web.api import keys
from dikast.web.debates.models import Debate, Draft, Follow

TEXT = "Night buses run every twenty minutes and cost less than parking does."


def codes(answer: Any) -> list[str]:
    return [problem["code"] for problem in answer["problems"]]


def test_two_programs_hold_a_debate(people: tuple[Person, ...], program: Callable[..., Any]) -> None:
    ana, ben = program(people[0]), program(people[1])
    status, debate = ana("POST", "/debates", {"motion": "Buses should be free", "side": "A"})
    assert status == 201 and debate["state"] == "waiting"
    here = f"/debates/{debate['slug']}"
    free = [seat for seat in ana("GET", f"{here}/seats")[1]["seats"] if not seat["taken"]]
    assert ben("GET", f"{here}/seats")[1]["seats"][1]["key"] is None
    assert ben("POST", "/join", {"key": free[0]["key"]}) == (
        200, {"side": "B", "position": 1, "taken": True, "name": "Ben", "key": None},
    )  # fmt: skip
    assert ben("GET", here)[1]["turn"] == "A"
    status, sent = ana("POST", f"{here}/posts", {"text": TEXT, "nonce": "n1"})
    assert status == 201 and sent["post"]["number"] == 1 and not sent["repeated"]
    status, again = ana("POST", f"{here}/posts", {"text": TEXT, "nonce": "n1"})
    assert status == 201 and again == sent | {"repeated": True}
    status, answer = ben("POST", f"{here}/posts", {"text": TEXT, "act": "answers", "target": 1})
    assert status == 201 and answer["post"]["answers"] == 1
    posts = program()("GET", f"{here}/posts?after=1")[1]
    assert [post["number"] for post in posts["posts"]] == [2] and posts["next"] is None
    events = program()("GET", f"{here}/events")[1]
    assert [event["kind"] for event in events["events"]] == ["joined", "opened", "post", "post"]
    assert events["stream"] == f"/events/d/{debate['slug']}?after=4"


def test_a_refused_post_says_why_and_is_kept_as_a_draft(
    people: tuple[Person, ...], floor: Debate, program: Callable[..., Any]
) -> None:
    ben, here = program(people[1]), f"/debates/{floor.slug}"
    status, answer = ben("POST", f"{here}/posts", {"text": TEXT})
    assert status == 422 and codes(answer) == ["rules.not-your-turn"]
    assert ben("GET", f"{here}/draft")[1]["text"] == TEXT
    status, answer = program(people[2])("POST", f"{here}/posts", {"text": TEXT})
    assert status == 422 and codes(answer) == ["posting.no-seat"]
    assert not floor.posts.exists()


def test_drafts_are_kept_for_those_who_have_a_seat(
    people: tuple[Person, ...], floor: Debate, program: Callable[..., Any]
) -> None:
    here = f"/debates/{floor.slug}/draft"
    assert program(people[0])("PUT", here, {"text": "half a", "act": "opens"})[0] == 200
    assert program(people[0])("GET", here)[1]["text"] == "half a"
    assert program(people[2])("PUT", here, {"text": "x"})[0] == 403
    assert Draft.objects.count() == 1


def test_a_private_debate_is_not_there_for_others(
    people: tuple[Person, ...], debate: Callable[..., Debate], program: Callable[..., Any]
) -> None:
    hidden = debate(visibility="private")
    for reader in (program(), program(people[2])):
        for path in ("", "/seats", "/posts", "/events", "/ruling", "/case", "/ledger", "/judgings"):
            assert reader("GET", f"/debates/{hidden.slug}{path}")[0] == 404
        assert reader("GET", "/debates")[1]["debates"] == []
    assert program(people[1])("GET", f"/debates/{hidden.slug}")[0] == 200
    assert "key=" in program(people[1])("GET", f"/debates/{hidden.slug}/events")[1]["stream"]
    assert program(people[1])("PATCH", f"/debates/{hidden.slug}", {"visibility": "public"})[0] == 403
    assert program(people[0])("PATCH", f"/debates/{hidden.slug}", {"visibility": "public"})[0] == 200
    assert program()("GET", f"/debates/{hidden.slug}")[0] == 200


def test_debates_are_found_by_words_state_and_whose_they_are(
    people: tuple[Person, ...], debate: Callable[..., Debate], program: Callable[..., Any]
) -> None:
    debate(motion="Buses should be free")
    debate(motion="Parks should close at night")
    find = program(people[2])

    def motions(query: str) -> list[str]:
        return [row["motion"] for row in find("GET", f"/debates?{query}")[1]["debates"]]

    assert motions("q=free%20BUSES") == ["Buses should be free"]
    assert len(motions("state=open")) == 2 and motions("state=ruled") == [] and motions("mine=true") == []
    assert len(program(people[1])("GET", "/debates?mine=true")[1]["debates"]) == 2


@pytest.mark.parametrize("count", [3, 60])
def test_lists_take_the_same_queries_however_long(
    count: int, people: tuple[Person, ...], program: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    Debate.objects.bulk_create(
        Debate(motion=f"Motion {n}", format="open-floor", method="rubric/1", judge="gullible", name_a="A", name_b="B",
               origin="floor")
        for n in range(count)
    )  # fmt: skip
    with django_assert_num_queries(1):
        answer = program()("GET", "/debates")[1]
    assert len(answer["debates"]) == min(count, 50) and answer["next"] == (2 if count > 50 else None)


def test_following_notices_and_the_account(
    people: tuple[Person, ...], floor: Debate, program: Callable[..., Any]
) -> None:
    chloe = program(people[2])
    assert chloe("GET", "/me")[1]["name"] == "Chloe"
    assert chloe("PUT", f"/debates/{floor.slug}/follow") == (200, {"following": True})
    assert chloe("PUT", f"/debates/{floor.slug}/follow")[0] == 200
    assert Follow.objects.filter(person=people[2]).count() == 1
    assert chloe("DELETE", f"/debates/{floor.slug}/follow") == (200, {"following": False})
    Notice.objects.create(person=people[2], kind="ruled", about="/d/x", motion="M")
    assert chloe("GET", "/notices")[1]["unread"] == 1
    assert chloe("POST", "/notices/read") == (204, "")
    assert chloe("GET", "/notices")[1]["unread"] == 0


def test_a_key_is_needed_known_and_its_person_active(
    people: tuple[Person, ...], floor: Debate, program: Callable[..., Any]
) -> None:
    stranger, wrong = program(), type(program())("no-such-key")
    assert stranger("GET", "/me")[0] == 401 and stranger("POST", "/debates", {"motion": "M"})[0] == 401
    status, answer = wrong("GET", f"/debates/{floor.slug}")
    assert status == 401 and codes(answer) == ["http.401"] and "Bearer" in answer["problems"][0]["hint"]
    ana = program(people[0])
    Person.objects.filter(pk=people[0].pk).update(is_active=False)
    assert ana("GET", "/me")[0] == 401


def test_too_many_requests_are_told_when_to_come_again(
    people: tuple[Person, ...], program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "PER_MINUTE", 3)
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    ana = program(people[0])
    assert [ana("GET", "/me")[0] for _ in range(4)] == [200, 200, 200, 429]
    assert codes(ana("GET", "/me")[1]) == ["http.429"]
    assert program(people[1])("GET", "/me")[0] == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "http.400"),
        (b"[" * 100_000, 400, "http.400"),
        (b'{"motion": ' + b"9" * 5000 + b"}", 400, "http.400"),
        (b'{"motion": "x", "extra": 1}', 422, "input.extra_forbidden"),
        (b'{"motion": 5}', 422, "input.string_type"),
        (b'{"motion": "a\\u0000b"}', 422, "input.value_error"),
        (b'{"motion": "a\\ud800b"}', 422, "input.value_error"),
        (b'{"motion": "m", "turn_seconds": 1e400}', 422, "input.finite_number"),
        (b'{"motion": "m", "turn_seconds": NaN}', 422, "input.finite_number"),
        (b'{"motion": "m", "closes_at": "2030-01-01T00:00:00"}', 422, "opening.closes"),
        (b'{"motion": "m", "closes_at": "0001-01-01T00:00:00Z"}', 422, "opening.closes"),
        (b'{"motion": "  "}', 422, "opening.no-motion"),
        (b"null", 422, "input.model_attributes_type"),
        (b"x" * (5 * 1024 * 1024), 413, "http.413"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_shape(
    body: bytes, status: int, code: str, people: tuple[Person, ...], program: Callable[..., Any]
) -> None:
    got, answer = program(people[0])("POST", "/debates", body)
    assert (got, codes(answer)[:1]) == (status, [code]), answer
    assert all(set(problem) == {"code", "place", "message", "hint"} for problem in answer["problems"])
    assert not Debate.objects.exists()
