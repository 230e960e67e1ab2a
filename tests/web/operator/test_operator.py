"""Operators see the jobs and decide; nobody else knows that there is such a page. Figures are for this machine."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from docketing import DOCKET, take

from dikast.web.account.models import Person
from dikast.web.debates import operating
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.posting import Sending, send
from dikast.web.debates.workers import PlatformRegister
from dikast.web.logs import Json, Plain

People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."


@pytest.fixture
def operator(people: People) -> Client:
    Person.objects.filter(pk=people[2].pk).update(email="op@example.org")
    assert operating.give_role("OP@example.org", "operator", True)
    client = Client()
    client.force_login(Person.objects.get(pk=people[2].pk), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def behind(debate: Callable[..., Debate], people: People) -> Judging:
    floor = debate()
    assert not send(floor, people[0], Sending(TEXT, "n1")).problems
    return floor.judgings.get()


def test_an_operator_sees_what_waits_and_parks_and_retries_it(operator: Client, behind: Judging) -> None:
    PlatformRegister().enter("<b>worker</b>", "a", "judging/1")
    page = operator.get("/jobs").content.decode()
    assert "&lt;b&gt;worker" in page and "<b>worker</b>" not in page and behind.debate.slug in page
    answer = operator.post(f"/jobs/{behind.pk}", {"what": "park", "reason": "<script>alert(1)</script>"})
    assert answer.status_code == 302 and Judging.objects.get().tries == 5
    page = operator.get("/jobs").content.decode()
    assert "&lt;script&gt;alert" in page and "<script>alert" not in page
    operator.post(f"/jobs/{behind.pk}", {"what": "retry"})
    assert Judging.objects.get().tries == 0 and take() is not None


def test_to_everybody_else_the_page_is_not_there(people: People, behind: Judging, client: Client) -> None:
    member = Client()
    member.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    for one in (client, member):
        assert one.get("/jobs").status_code == 404
        assert one.post(f"/jobs/{behind.pk}", {"what": "park"}).status_code == 404
    assert Judging.objects.get().tries == 0


def test_the_page_costs_the_same_for_one_judging_and_for_many(
    operator: Client, debate: Callable[..., Debate], people: People, django_assert_max_num_queries: Any
) -> None:
    for n in range(12):
        send(debate(), people[0], Sending(TEXT, f"n{n}"))
    with django_assert_max_num_queries(14):
        assert operator.get("/jobs").status_code == 200


def test_figures_are_given_here_and_to_whoever_has_the_token(
    behind: Judging, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = client.get("/metrics").content.decode()
    assert 'dikast_judgings{state="waiting"} 1.0' in told and 'dikast_debates{state="open"} 1.0' in told
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.5").status_code == 404
    for header in ("X-Forwarded-For", "X-Forwarded-Proto", "Via"):
        assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404
    with monkeypatch.context() as public:
        public.setitem(settings.SETTINGS._values, "DIKAST_MODE", "production")
        assert client.get("/metrics").status_code == 404
    monkeypatch.setitem(settings.SETTINGS._values, "DIKAST_METRICS_TOKEN", "open sesame")
    for token, status in (("open sesame", 200), ("open", 404), ("", 404)):
        headers = {"Authorization": f"Bearer {token}"}
        assert client.get("/metrics", REMOTE_ADDR="203.0.113.5", headers=headers).status_code == status


def test_a_debater_is_told_that_the_judge_is_busy_and_of_his_place(
    behind: Judging, debate: Callable[..., Debate], people: People, client: Client
) -> None:
    slug = behind.debate.slug
    for nonce, person in (("n2", people[1]), ("n3", people[0])):
        send(behind.debate, person, Sending("", nonce, "yields"))
    other = debate()
    send(other, people[0], Sending(TEXT, "other"))
    Judging.objects.filter(debate=other).update(wanted_at=other.created_at - timedelta(hours=1))
    assert "Place 2 in the queue." in client.get(f"/d/{slug}/ruling").content.decode()
    runs = {run.id: run for run in DOCKET.waiting()}
    for run in runs.values():
        DOCKET.queued(run)
    DOCKET.postpone(f"{behind.pk}.1", "anthropic:secret-plan is busy", 900)
    page = client.get(f"/d/{slug}/ruling/progress").content.decode()
    assert "The judge is busy" in page and "secret-plan" not in page


def test_no_message_breaks_its_line() -> None:
    record = logging.LogRecord("dikast", logging.INFO, "", 0, "said %s", ("a\nb\x1b[31m\u2028c",), None)
    record.run = "7.1"
    plain = Plain().format(record)
    assert "\n" not in plain and "\x1b" not in plain and plain.endswith("said a\\nb\\x1b[31m\\u2028c")
    told = json.loads(Json().format(record))
    assert told["message"] == "said a\nb\x1b[31m\u2028c" and told["run"] == "7.1" and "\n" not in Json().format(record)
