"""Hostile strings in every text of the API's calls: no fault, what was said comes back as it was said, never twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from test_hostile_forms import STRINGS

from dikast.web.account.models import Person, Token
from dikast.web.api import keys
from dikast.web.debates.models import Debate, Draft

People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."


@pytest.fixture
def call(people: People, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, Any]]:
    """Sends a request of Ana's program and returns status and answer."""
    monkeypatch.setattr(keys, "PER_MINUTE", 10**9)
    Token.objects.create(person=people[0], label="tests", digest=sha256(b"a key").hexdigest())
    client = Client(headers={"Authorization": "Bearer a key"})

    def send(method: str, path: str, body: Any) -> tuple[int, Any]:
        answer = client.generic(method, f"/api/v1{path}", json.dumps(body), "application/json")
        assert answer.status_code < 500 and answer.status_code != 429, (path, body)
        return answer.status_code, answer.json() if answer.content else None

    return send


def test_posts_and_drafts(floor: Debate, people: People, call: Callable[..., tuple[int, Any]]) -> None:
    for number, hostile in enumerate(STRINGS):
        text = f"{TEXT}\n{hostile}"
        with transaction.atomic():
            sent = {"text": text, "act": "opens", "nonce": f"n{number}"}
            (status, first), (_, second) = (call("POST", f"/debates/{floor.slug}/posts", sent) for _ in range(2))
            if status == 201:
                assert first["post"]["text"] == text and second["repeated"] and floor.posts.count() == 1
                _, listed = call("GET", f"/debates/{floor.slug}/posts", {})
                assert [post["text"] for post in listed["posts"]] == [text]
            else:
                assert status == 422 and first["problems"] and floor.posts.count() == 0
                assert "\x00" in text or any("\ud800" <= sign <= "\udfff" for sign in text) or len(text) > 8000
            transaction.set_rollback(True)
        with transaction.atomic():
            status, _ = call("PUT", f"/debates/{floor.slug}/draft", {"text": text})
            kept = Draft.objects.filter(person=people[0]).first()
            assert status == 422 or (kept is not None and kept.text == text)
            transaction.set_rollback(True)


@pytest.mark.parametrize("field", ["motion", "name_a", "lang", "format", "judge", "visibility", "side"])
def test_starting(field: str, call: Callable[..., tuple[int, Any]]) -> None:
    for hostile in STRINGS:
        with transaction.atomic():
            wish = {"motion": "A motion", "format": "open-floor", "side": "A"} | {field: hostile}
            status, made = call("POST", "/debates", wish)
            if status == 201 and field == "motion":
                assert made["motion"] == hostile.strip()
            else:
                assert status in (201, 422) and (status == 201 or made["problems"])
            transaction.set_rollback(True)


@pytest.mark.parametrize("act", STRINGS[:20])
def test_acts_and_nonces(act: str, floor: Debate, call: Callable[..., tuple[int, Any]]) -> None:
    status, told = call("POST", f"/debates/{floor.slug}/posts", {"text": TEXT, "act": act, "nonce": "n"})
    assert status == 422 and told["problems"] and not floor.posts.exists()
    status, _ = call("POST", f"/debates/{floor.slug}/posts", {"text": TEXT, "act": "opens", "nonce": act})
    assert status in (201, 422) and floor.posts.count() <= 1
