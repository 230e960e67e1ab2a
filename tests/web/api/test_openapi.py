"""The API against its own document: whatever is sent, nothing undocumented comes back, and never a fault of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dikast.web.account.models import Person
from dikast.web.debates.models import Debate

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", WSGIHandler())


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Keep the test's connection to the database open between requests."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_nothing_undocumented_is_answered(
    case: schemathesis.Case[Any], people: tuple[Person, ...], floor: Debate, key_of: Callable[[Person], str]
) -> None:
    """Every second address is that of a debate that is there, and every request has a known key."""
    if "slug" in case.path_parameters and len(str(case.path_parameters["slug"])) % 2:
        case.path_parameters["slug"] = floor.slug
    case.call_and_validate(headers={"Authorization": f"Bearer {key_of(people[0])}"}, checks=CHECKS)
