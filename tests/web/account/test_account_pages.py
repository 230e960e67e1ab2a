"""What a person sets, is told, and takes away: settings, password by mail, notices, keys, the end of an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from dikast.web.account.models import Notice, Person, Token
from dikast.web.debates.models import Debate
from dikast.web.debates.posting import Sending, send

PASSWORD = "a long walk by the river"
NEW = "another road over the hill"
TEXT = "Cars take the room that people in a city need, so the centre should be closed to them."


@pytest.fixture
def browser(dora: Person, signed_in: Callable[[Person], Client]) -> Client:
    """A browser in which Dora is signed in."""
    return signed_in(dora)


@pytest.mark.parametrize("name", ["account", "my-debates", "notices", "tokens", "account-delete", "sign-out"])
def test_every_page_of_ones_own_is_shown_to_people_and_guests_alone(
    browser: Client, stranger: Client, signed_in: Callable[[Person], Client], name: str
) -> None:
    address = reverse(name)
    assert browser.get(address).status_code == 200
    assert signed_in(Person.objects.guest("Gast")).get(address).status_code == 200
    away = stranger.get(address)
    assert away.status_code == 302 and away["Location"] in ("/", f"/sign-in?next={address.replace('/', '%2F')}")


def test_a_name_is_changed_and_a_hidden_sign_in_it_is_refused(browser: Client, dora: Person) -> None:
    refused = browser.post("/account/name", {"name": "Do\u200bra <i>"})
    assert refused.status_code == 422 and "Do\u200bra &lt;i&gt;" in refused.content.decode()
    assert browser.post("/account/name", {"name": "دورا"}).status_code == 302
    dora.refresh_from_db()
    assert dora.name == "دورا"


def test_address_and_password_change_only_with_the_present_password(browser: Client, dora: Person) -> None:
    other = Client()
    other.post("/sign-in", {"email": dora.email, "password": PASSWORD})
    refused = browser.post("/account/email", {"email": "new@example.org", "password": "wrong"})
    assert refused.status_code == 422 and 'value="new@example.org"' in refused.content.decode()
    assert browser.post("/account/email", {"email": "new@example.org", "password": PASSWORD}).status_code == 302
    assert browser.post("/account/password", {"old": "wrong", "new": NEW}).status_code == 422
    assert browser.post("/account/password", {"old": PASSWORD, "new": NEW}).status_code == 302
    dora.refresh_from_db()
    assert dora.email == "new@example.org" and dora.check_password(NEW)
    assert browser.get("/account").status_code == 200
    assert other.get("/account").status_code == 302


def test_mail_turned_off_does_not_go_even_if_it_waits(browser: Client, dora: Person) -> None:
    for kind in ("turn", "ruled"):
        Notice.objects.create(person=dora, kind=kind, about="/d/x", motion="M", wants_mail=True)
    browser.post("/account/mail", {"mail_ruled": "on"})
    dora.refresh_from_db()
    assert (dora.mail_turn, dora.mail_answered, dora.mail_ruled) == (False, False, True)
    assert dora.notices.get(wants_mail=True).kind == "ruled"


def link_for(client: Client, email: str) -> str:
    client.post("/password", {"email": email})
    found = re.search(r"https?://[^/]+(/password/\S+)", mail.outbox[-1].body)
    assert found
    return found.group(1)


def test_a_link_by_mail_sets_a_new_password_once(stranger: Client, dora: Person, settings: Any) -> None:
    settings.DIKAST_ADDRESS = "https://debates.example"
    link = link_for(stranger, "DORA@example.org")
    assert mail.outbox[-1].to == ["dora@example.org"] and "https://debates.example/password/" in mail.outbox[-1].body
    assert stranger.post(link, {"password": "short"}).status_code == 422
    assert stranger.post(link, {"password": NEW}).status_code == 302
    dora.refresh_from_db()
    assert dora.check_password(NEW)
    assert stranger.get(link).status_code == 410
    assert stranger.get(link[:-3] + "abc").status_code == 410
    assert stranger.get("/password/%F0%9F%92%A9/x").status_code == 410


def test_asking_for_a_link_does_not_tell_who_has_an_account(stranger: Client, dora: Person) -> None:
    known, unknown = (stranger.post("/password", {"email": f"{name}@example.org"}) for name in ("dora", "nora"))
    assert known.status_code == unknown.status_code == 200
    assert known.content.decode().replace("dora", "nora") == unknown.content.decode()


def test_no_link_is_sent_that_leads_to_a_host_a_stranger_named(dora: Person) -> None:
    Client(SERVER_NAME="evil.example").post("/password", {"email": "dora@example.org"})
    assert mail.outbox == []


def test_notices_are_marked_until_they_are_read(browser: Client, dora: Person) -> None:
    for motion in ("First <b>", "Second %(x)s"):
        Notice.objects.create(person=dora, kind="turn", about="/d/abc", motion=motion)
    shown = browser.get("/notices").content.decode()
    assert shown.count('class="notice unread"') == 2 and "First &lt;b&gt;" in shown and "Second %(x)s" in shown
    first = dora.notices.get(motion="First <b>")
    assert browser.get(f"/notices/{first.pk}")["Location"] == "/d/abc"
    assert browser.get("/notices").content.decode().count('class="notice unread"') == 1
    browser.post("/notices/read")
    assert not dora.notices.filter(read_at=None).exists()


def test_a_notice_of_somebody_else_is_not_there(browser: Client) -> None:
    other = Notice.objects.create(person=Person.objects.guest("X"), kind="turn", about="/d/abc", motion="M")
    assert browser.get(f"/notices/{other.pk}").status_code == 404
    other.refresh_from_db()
    assert other.read_at is None


def test_a_key_is_shown_once_and_only_its_digest_is_kept(browser: Client, dora: Person) -> None:
    shown = browser.post("/account/keys", {"label": "my <script>"}).content.decode()
    found = re.search(r'value="(dikast_[\w-]+)"', shown)
    assert found
    token = Token.objects.get()
    assert token.digest == sha256(found.group(1).encode()).hexdigest() and token.person == dora
    later = browser.get("/account/keys").content.decode()
    assert found.group(1) not in later and "my &lt;script&gt;" in later
    asked = Client().get("/api/v1/notices", headers={"Authorization": f"Bearer {found.group(1)}"})
    assert asked.status_code == 200
    browser.post(f"/account/keys/{token.pk}/delete")
    assert not Token.objects.exists()


def test_a_key_of_somebody_else_stays(browser: Client) -> None:
    other = Token.objects.create(person=Person.objects.guest("X"), digest="0" * 64, label="x")
    browser.post(f"/account/keys/{other.pk}/delete")
    assert Token.objects.filter(pk=other.pk).exists()


def test_an_ended_account_leaves_its_posts_without_its_name(
    floor: Debate, signed_in: Callable[[Person], Client], people: tuple[Person, ...]
) -> None:
    Debate.objects.filter(pk=floor.pk).update(lang="de")
    send(floor, people[0], Sending(TEXT, "n"))
    browser = signed_in(people[0])
    assert browser.post("/account/delete").status_code == 422
    assert browser.post("/account/delete", {"sure": "on"}).status_code == 302
    post = floor.posts.get()
    assert post.text == TEXT and post.person is None and post.speaker != "Ana"
    assert not Person.objects.filter(name="Ana").exists() and browser.get("/account").status_code == 302
    assert "Ana" not in Client().get(f"/d/{floor.slug}").content.decode()


def test_an_account_ends_only_with_its_password_and_takes_what_nobody_else_sees(browser: Client, dora: Person) -> None:
    shared = {"format": "open-floor", "method": "rubric/1", "judge": "gullible", "owner": dora, "motion": "M"}
    hidden = Debate.objects.create(**shared, origin="transcript", visibility="private", state="ruled")
    lonely = Debate.objects.create(**shared, origin="floor")
    assert browser.post("/account/delete", {"password": "wrong", "sure": "on"}).status_code == 422
    assert browser.post("/account/delete", {"password": PASSWORD}).status_code == 302
    assert not Debate.objects.filter(pk=hidden.pk).exists()
    lonely.refresh_from_db()
    assert lonely.state == "withdrawn" and lonely.owner is None


def test_language_and_appearance_are_kept_and_lead_back(browser: Client, dora: Person) -> None:
    answer = browser.post("/language", {"language": "ar", "next": "/method"})
    assert answer["Location"] == "/method" and answer.cookies["tongue"].value == "ar"
    dora.refresh_from_db()
    assert dora.tongue == "ar"
    assert 'dir="rtl"' in browser.get("/account").content.decode()
    assert browser.post("/appearance", {"scheme": "dark"}).cookies["scheme"].value == "dark"
    assert 'data-scheme="dark"' in browser.get("/account").content.decode()
    for name, field in (("language", "language"), ("appearance", "scheme")):
        strange = browser.post(f"/{name}", {field: "<script>", "next": "//evil.example"})
        assert strange["Location"] == "/" and not strange.cookies


def test_the_lists_cost_as_much_for_many_as_for_few(
    browser: Client, dora: Person, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    def fill(number: int) -> None:
        shared = {"format": "open-floor", "method": "rubric/1", "judge": "gullible", "origin": "floor"}
        made = [Debate(**shared, owner=dora, motion=f"M{n}", state=("open", "ruled")[n % 2]) for n in range(number)]
        Debate.objects.bulk_create(made)
        Notice.objects.bulk_create(Notice(person=dora, kind="turn", about="/d/x", motion="M") for _ in range(number))

    for number in (10, 190):
        fill(number)
        for address in ("/account/debates", "/notices"):
            with django_assert_max_num_queries(5):  # type: ignore[attr-defined]
                assert browser.get(address).status_code == 200
