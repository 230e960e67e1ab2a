"""Somebody with an account, and passwords that cost little to check."""

from __future__ import annotations

from typing import Any

import pytest

from dikast.web.account.models import Person

PASSWORD = "a long walk by the river"


@pytest.fixture(autouse=True)
def _cheap_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def dora(db: None) -> Person:
    """A person with an account."""
    return Person.objects.create_user("dora@example.org", PASSWORD, "Dora")
