"""Coming in: a new account, an old one, a guest who becomes either, and who tries too often."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.test import Client

from dikast.web.account import attempts
from dikast.web.account.models import Attempt, Person
from dikast.web.debates.models import Debate, Draft, Follow
from dikast.web.debates.posting import Sending, keep_draft, send

PASSWORD = "a long walk by the river"
TEXT = "Cars take the room that people in a city need, so the centre should be closed to them."


def sign_in(client: Client, email: str = "dora@example.org", password: str = PASSWORD, **more: str) -> int:
    return client.post("/sign-in", {"email": email, "password": password, **more}).status_code


def test_an_account_is_made_and_signed_in(stranger: Client) -> None:
    form = {"name": " Élodie ", "email": "Elo@Example.ORG", "password": PASSWORD, "next": "/debates?kind=live"}
    answer = stranger.post("/sign-up", form)
    assert answer.status_code == 302 and answer["Location"] == "/debates?kind=live"
    made = Person.objects.get(email="Elo@example.org")
    assert made.name == "Élodie" and made.check_password(PASSWORD)
    assert stranger.get("/account").status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("name", "   ", "at least one letter"),
        ("name", "\u202eAna", "nobody can see"),
        ("name", "A\x00na", "nobody can see"),
        ("name", "n" * 61, "61 characters; at most 60"),
        ("email", "nobody", "no e-mail address"),
        ("email", "DORA@example.org", "There is an account with this address"),
        ("password", "short", "too short"),
        ("password", "password1", "too common"),
    ],
)
def test_what_is_wrong_is_told_and_what_was_typed_is_kept(
    stranger: Client, dora: Person, field: str, value: str, told: str
) -> None:
    form = {"name": "Eva <b>", "email": "eva@example.org", "password": PASSWORD} | {field: value}
    answer = stranger.post("/sign-up", form)
    shown = answer.content.decode()
    assert answer.status_code == 422 and told in shown and Person.objects.count() == 1
    if field != "name":
        assert 'value="Eva &lt;b&gt;"' in shown
    assert PASSWORD not in shown


def test_a_guest_who_makes_an_account_keeps_everything(signed_in: Callable[..., Client], floor: Debate) -> None:
    ana = Person.objects.get(name="Ana")
    send(floor, ana, Sending(TEXT, "n"))
    browser = signed_in(ana)
    browser.post("/sign-up", {"name": "Ana Maria", "email": "ana@example.org", "password": PASSWORD})
    ana.refresh_from_db()
    assert ana.email == "ana@example.org" and not ana.is_guest
    assert floor.posts.get().person == ana and floor.posts.get().speaker == "Ana"
    assert browser.get("/account/debates").content.decode().count(floor.slug) == 1


def test_a_guest_who_signs_in_hands_everything_over(
    signed_in: Callable[..., Client], floor: Debate, dora: Person
) -> None:
    ana = Person.objects.get(name="Ana")
    send(floor, ana, Sending(TEXT, "n"))
    keep_draft(floor, ana, Sending("typed as a guest", ""))
    keep_draft(floor, dora, Sending("typed with the account", ""))
    Follow.objects.create(debate=floor, person=dora)
    assert sign_in(signed_in(ana)) == 302
    floor.refresh_from_db()
    assert floor.owner == dora and floor.seats.get(side="A").person == dora and floor.posts.get().person == dora
    assert set(Draft.objects.get().text.split("\n\n")) == {"typed as a guest", "typed with the account"}
    assert Follow.objects.filter(debate=floor, person=dora).count() == 1
    assert not Person.objects.filter(name="Ana").exists()


def test_nobody_comes_to_sit_on_both_sides(signed_in: Callable[..., Client], floor: Debate, dora: Person) -> None:
    floor.seats.filter(side="B").update(person=dora)
    browser = signed_in(Person.objects.get(name="Ana"))
    answer = browser.post("/sign-in", {"email": "dora@example.org", "password": PASSWORD}, follow=True)
    assert floor.seats.get(side="A").person == Person.objects.get(name="Ana")
    assert "One debate stayed with your guest name" in answer.content.decode()


def test_a_wrong_password_tells_nothing_and_keeps_the_address(stranger: Client, dora: Person) -> None:
    known = stranger.post("/sign-in", {"email": "dora@example.org", "password": "wrong"})
    unknown = stranger.post("/sign-in", {"email": "nobody@example.org", "password": "wrong"})
    assert known.status_code == unknown.status_code == 422
    for answer in (known, unknown):
        assert "do not belong together" in answer.content.decode()
    assert 'value="dora@example.org"' in known.content.decode()


def test_who_tries_too_often_must_wait_and_is_told_the_rule(stranger: Client, dora: Person) -> None:
    for _ in range(attempts.WRONG_PASSWORDS["both"]):
        assert sign_in(stranger, "DORA@example.org", "") == 422
    answer = stranger.post("/sign-in", {"email": "dora@example.org", "password": PASSWORD})
    assert answer.status_code == 429 and "After 10 wrong passwords" in answer.content.decode()
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")) == 302
    assert not Attempt.objects.filter(key__contains="dora").exists()


@pytest.mark.parametrize(
    "given", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/" * 3000, "\x00/"]
)
def test_nobody_is_led_away_from_here(stranger: Client, dora: Person, given: str) -> None:
    answer = stranger.post("/sign-in", {"email": "dora@example.org", "password": PASSWORD, "next": given})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("email", ["\x00", "a" * 10_000, "x@y\r\nBcc: z@example.org", "' OR 1=1 --", "\ud800"])
def test_no_address_breaks_signing_in(stranger: Client, db: None, email: str) -> None:
    body = b"password=%00&email=" + quote(email.encode("utf-8", "surrogatepass")).encode()
    sent = stranger.post("/sign-in", body, content_type="application/x-www-form-urlencoded")
    assert sent.status_code == 422
