"""Programs of people: clients of the API that send a key."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from dikast.web.account.models import Person, Token
from dikast.web.api import keys


@pytest.fixture
def key_of() -> Callable[[Person], str]:
    """Returns a key of somebody's account."""

    def make(person: Person) -> str:
        key = f"key-of-{person.pk}"
        digest = sha256(key.encode()).hexdigest()
        Token.objects.get_or_create(digest=digest, defaults={"person": person, "label": "tests"})
        return key

    return make


class Program:
    """Sends requests to the API and returns status and answer."""

    def __init__(self, key: str = "") -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = Client(headers=headers)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Send a request; `body` is sent as JSON, bytes as they are."""
        data = "" if body is None else body
        answer = self._client.generic(
            method,
            f"/api/v1{path}",
            data if isinstance(data, bytes) else _json(data),
            "application/json",
            headers=headers,
        )
        kind = answer["Content-Type"].split(";")[0] if answer.content else ""
        return answer.status_code, answer.json() if kind == "application/json" else answer.content.decode()


def _json(data: Any) -> str:
    import json

    return "" if data == "" else json.dumps(data)


@pytest.fixture
def program(key_of: Callable[[Person], str]) -> Callable[..., Program]:
    """Returns somebody's program, or a stranger's without a key."""
    return lambda person=None: Program(key_of(person) if person else "")


@pytest.fixture(autouse=True)
def _no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "PER_MINUTE", 1_000_000)
