"""What a post costs the database does not grow with the floor."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from docketing import take
from filling import filled

from dikast.core import formats
from dikast.web.account.models import Person
from dikast.web.debates import records
from dikast.web.debates.posting import Sending, send
from dikast.web.debates.turns import may_speak, whose_turn

People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."


def queries(work: object) -> int:
    with CaptureQueriesContext(connection) as seen:
        work()  # type: ignore[operator]
    return len(seen)


def test_a_turn_and_a_post_cost_the_same_at_ten_and_at_a_thousand_posts(
    debate, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = formats.get("open-floor")
    assert rules.floor is not None
    endless = replace(rules, floor=rules.floor._replace(post_limit=5000))
    monkeypatch.setattr(records, "format_of", lambda name: endless)
    counted = []
    for number in (10, 1000):
        floor = filled(debate(), people, number)
        turn = queries(lambda: may_speak(floor, people[0], whose_turn(floor)))  # noqa: B023 - called at once
        refused = queries(lambda: send(floor, people[0], Sending("short", "n")))  # noqa: B023
        sent = queries(lambda: send(floor, people[0], Sending(TEXT, "n")))  # noqa: B023
        claimed = queries(take)
        assert floor.posts.count() == number + 1
        counted.append((turn, refused, sent, claimed))
    assert counted[0] == counted[1] and counted[0] <= (4, 16, 40, 6)
