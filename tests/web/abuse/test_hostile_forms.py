"""Hostile strings in every field of every form: no fault, no lost text, nothing that runs, never two posts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from pages import Form, Page

from dikast.web.account.models import Person
from dikast.web.debates import opening
from dikast.web.debates.models import Debate, Draft, Post
from dikast.web.debates.posting import Sending, send

FAMILIES = ("naughty_string", "report_injection", "raw_controls", "bidi", "zero_width", "combining_zalgo")
People = tuple[Person, Person, Person]
TEXT = "This is what I have to say about it, and it is long enough."
#: Fields that hold what people say; the others get each string in turn, one in `SHARE`.
SPOKEN = frozenset({"motion", "text", "name", "q", "name_a", "source"})
SHARE = 9


def strings() -> list[str]:
    lines = (Path(__file__).parents[2] / "attacks" / "strings.jsonl").read_text("utf-8").splitlines()
    found = []
    for attack in map(json.loads, lines):
        if attack["family"] in FAMILIES:
            recipe = attack.get("generator") or {}
            found.append(recipe["repeat"] * recipe["n"] if "repeat" in recipe else str(attack["text"]))
    return [*found, "\x00", "a\ud800b", "", " ", "9" * 400, "-1", "\u202e" * 3]


STRINGS = strings()


def sent(text: str) -> str:
    """Return a string as a browser sends it."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def checked(response: HttpResponse, where: str) -> Page:
    """Return the page of a response that is safe to be shown."""
    assert response.status_code < 500, (where, response.content[:300])
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy and "*" not in policy
    if not response["Content-Type"].startswith("text/html"):
        return Page("")
    page = Page(response.content.decode())
    assert page.unsafe == [], (where, page.unsafe)
    return page


def tried(form: Form, browser: Callable[[], Client], at: str) -> Iterator[tuple[str, str, HttpResponse]]:
    """Send `form` with each string in each of its fields, undoing each time; yield field, string and answer."""
    for place, name in enumerate(form.fields):
        if name == "csrfmiddlewaretoken":
            continue
        chosen = STRINGS if name in SPOKEN else STRINGS[place % SHARE :: SHARE]
        for text in chosen:
            fields = form.fields | {name: text}
            encoded = {key: sent(value) for key, value in fields.items()}
            with transaction.atomic():
                client = browser()
                send_it = client.post if form.method == "post" else client.get
                yield name, encoded[name], send_it(form.action or at, encoded)
                transaction.set_rollback(True)


def abuse(at: str, browser: Callable[[], Client], *, besides: tuple[str, ...] = ()) -> int:
    """Try every form on a page, and return how many requests were made."""
    made = 0
    page = checked(browser().get(at), at)
    for form in page.forms:
        if form.action.startswith(besides) and besides:
            continue
        form.fields |= {name: value or TEXT[:30] for name, value in form.fields.items() if name in SPOKEN}
        for name, text, answer in tried(form, browser, at):
            made += 1
            shown = checked(answer, f"{form.action} {name}={text!r}")
            if answer.status_code != 200 or form.action != "/account/keys":  # there a fresh form follows what was done
                _still_there(form, name, text, shown)
    return made


def _still_there(form: Form, name: str, text: str, shown: Page) -> None:
    """Check that a form that came back holds what was typed."""
    again = next((one for one in shown.forms if one.action == form.action and name in one.fields), None)
    if again is None or form.kinds[name] != "text" or form.method != "post":
        return
    kept, typed = (value.replace("\r\n", "\n").replace("\r", "\n") for value in (again.fields[name], text))
    may_be = {typed, typed.replace("\x00", ""), typed.replace("\x00", "\ufffd")}
    if name not in ("text", "source"):  # a name or a motion begins and ends with something to see
        may_be |= {one.strip() for one in may_be}
    assert kept in may_be, (form.action, name, text)


#: Forms on every page, tried once.
EVERYWHERE = ("/language", "/appearance", "/search", "/sign-out")


@pytest.mark.parametrize("at", ["/start", "/search?q=x", "/transcript"])
def test_strangers_forms(at: str, stranger: Client) -> None:
    assert abuse(at, Client, besides=() if at.startswith("/search") else EVERYWHERE) > 90


@pytest.mark.parametrize("source", ["A: Cars take room.\n\nB: Buses do not run.", "Maria: Cars take room.\n\nTom: No."])
def test_the_steps_of_a_transcript(source: str, stranger: Client) -> None:
    at = stranger.post("/transcript", {"source": source}, follow=True).redirect_chain[-1][0]
    assert abuse(at, lambda: stranger, besides=EVERYWHERE) > 20


@pytest.mark.parametrize("at", ["/sign-in", "/sign-up", "/password"])
def test_doors(at: str, stranger: Client, settings: object) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]
    assert abuse(at, Client, besides=EVERYWHERE) >= 10


def test_an_invitation(people: People) -> None:
    made = opening.start(people[0], opening.Wish("A motion", "open-floor", "gullible", "A"), ("gullible",))
    assert abuse(f"/join/{made.seats.get(side='B').key}", Client, besides=EVERYWHERE) > 80


def test_a_composer(floor: Debate, people: People, signed_in: Callable[[Person], Client]) -> None:
    send(floor, people[0], Sending(TEXT, "n1"))
    assert abuse(f"/d/{floor.slug}", lambda: signed_in(people[1]), besides=EVERYWHERE) > 120


@pytest.mark.parametrize("at", ["/account", "/account/keys", "/account/debates", "/notices"])
def test_what_a_member_can_change(
    at: str, people: People, signed_in: Callable[[Person], Client], settings: object
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]
    member = people[0]
    member.email = "ana@debates.example"
    member.set_password("a long enough password")
    member.save()
    abuse(at, lambda: signed_in(member), besides=EVERYWHERE)


@pytest.mark.parametrize("match", [False, True])
def test_every_string_as_a_post_is_kept_and_shown_without_harm(
    match: bool, debate: Callable[..., Debate], people: People, signed_in: Callable[[Person], Client]
) -> None:
    ana = people[0]
    made = debate(format="six-speech") if match else debate()
    clients = signed_in(ana), Client()
    plain: list[str] | None = None
    for number, hostile in enumerate([TEXT, *STRINGS]):
        text = sent(f"{'word ' * 160 if match else TEXT}\n{hostile}")
        with transaction.atomic():
            fields = {"text": text, "act": "opens", "number": "1", "nonce": f"n{number}"}
            for _ in range(2):
                answer = clients[0].post(f"/d/{made.slug}/post", fields)
            posts = list(Post.objects.filter(debate=made).values_list("text", flat=True))
            if answer.status_code == 302:
                assert posts == [text.replace("\r\n", "\n")]
            else:
                kept = Draft.objects.get(debate=made, person=ana).text
                assert posts == [] and kept == text.replace("\x00", "").replace("\r\n", "\n")
            caches["pages"].clear()
            for client in clients:
                page = checked(client.get(f"/d/{made.slug}/floor"), repr(hostile))
                if client is clients[1] and posts:
                    plain = plain or page.tags
                    extra = set(page.tags) - set(plain) - {"span", "br", "bdi", "p"}
                    assert not extra, (hostile, extra)
                    if hostile.isprintable() and hostile.isascii():
                        assert " ".join(hostile.split()) in " ".join(page.text.split())
            transaction.set_rollback(True)


def test_every_string_as_a_motion_and_a_name_is_shown_without_harm_in_lists(people: People) -> None:
    for hostile in STRINGS:
        motion, name = (sent(f"x {hostile}").replace("\x00", "")[:limit] for limit in (300, 60))
        caches["pages"].clear()
        with transaction.atomic():
            Person.objects.filter(pk=people[0].pk).update(name=name)
            people[0].refresh_from_db()
            wish = opening.Wish(motion, "open-floor", "gullible", "A", name_a=name)
            made = opening.start(people[0], wish, ("gullible",))
            for at in (
                "/",
                "/debates",
                f"/d/{made.slug}",
                f"/p/{people[0].handle}",
                f"/join/{made.seats.get(side='B').key}",
            ):
                checked(Client().get(at), f"{at} with {hostile!r}")
            transaction.set_rollback(True)


@pytest.mark.parametrize("kind", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_a_body_of_ten_megabytes_is_too_much(
    kind: str, floor: Debate, people: People, signed_in: Callable[[Person], Client]
) -> None:
    text = "x" * (10 * 1024 * 1024)
    for path in (f"/d/{floor.slug}/post", f"/d/{floor.slug}/draft", "/start", "/transcript"):
        body = {"data": {"text": text}} if kind.startswith("multi") else {"data": f"text={text}", "content_type": kind}
        answer = signed_in(people[0]).post(path, **body)  # type: ignore[arg-type]
        assert answer.status_code == 413
        checked(answer, path)
    assert not floor.posts.exists()
