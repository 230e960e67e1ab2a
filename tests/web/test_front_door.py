"""What every request passes: the store of public pages, the language, and an answer to what cannot be right."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from dikast.web import front_door
from dikast.web.front_door import PublicPages, Tongue, keep


class Counted:
    """A page that says how often it was made."""

    def __init__(self, finish: Callable[[HttpResponse], HttpResponse] = keep) -> None:
        self.made = 0
        self.finish = finish

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.made += 1
        return self.finish(HttpResponse(f"made {self.made}", headers={"X-Made": str(self.made)}))


def ask(pages: PublicPages, path: str = "/d/x", cookies: dict[str, str] | None = None, **headers: str) -> HttpResponse:
    request = RequestFactory().get(path, headers=headers)
    request.COOKIES.update(cookies or {})
    return pages(request)


def test_a_stranger_gets_a_public_page_as_it_was_made() -> None:
    page = Counted()
    pages = PublicPages(page)
    first, second = ask(pages), ask(pages)
    assert page.made == 1 and second.content == first.content and second["X-Made"] == "1"


@pytest.mark.parametrize(
    "other",
    [
        {"path": "/d/y"},
        {"path": "/d/x?method=graph"},
        {"cookies": {"tongue": "ar"}},
        {"cookies": {"scheme": "dark"}},
        {"accept-language": "de"},
        {"host": "other.example"},
        {"accept-encoding": "gzip"},
    ],
)
def test_what_changes_a_page_makes_it_another(other: dict[str, object]) -> None:
    page = Counted()
    pages = PublicPages(page)
    ask(pages)
    ask(pages, **other)  # type: ignore[arg-type]
    assert page.made == 2


def test_whoever_has_a_session_is_answered_afresh() -> None:
    page = Counted()
    pages = PublicPages(page)
    ask(pages)
    for _ in range(2):
        ask(pages, cookies={settings.SESSION_COOKIE_NAME: "x"})
    assert page.made == 3 and ask(pages).content == b"made 1"


def _with_cookie(response: HttpResponse) -> HttpResponse:
    response.set_cookie("csrftoken", "x")
    return keep(response)


def _failed(response: HttpResponse) -> HttpResponse:
    response.status_code = 404
    return keep(response)


@pytest.mark.parametrize("finish", [_with_cookie, _failed, lambda response: response])
def test_what_is_not_the_same_for_everyone_is_not_kept(finish: Callable[[HttpResponse], HttpResponse]) -> None:
    page = Counted(finish)
    pages = PublicPages(page)
    ask(pages)
    ask(pages)
    assert page.made == 2


def test_only_reading_is_kept() -> None:
    page = Counted()
    pages = PublicPages(page)
    for _ in range(2):
        pages(RequestFactory().post("/d/x"))
    assert page.made == 2


@pytest.mark.parametrize(
    ("cookie", "asked", "given"),
    [("", "ar,en;q=0.5", "ar"), ("de", "ar", "de"), ("xx", "es", "es"), ("", "fr", "en"), ("../x", "\x00", "en")],
)
def test_the_readers_choice_comes_before_the_browsers(cookie: str, asked: str, given: str) -> None:
    request = RequestFactory().get("/", headers={"accept-language": asked})
    request.COOKIES["tongue"] = cookie
    assert Tongue(lambda _: HttpResponse())(request)["Content-Language"] == given


def test_health_says_that_the_database_answers(stranger: Client) -> None:
    assert stranger.get("/health").json() == {"status": "ok"}


def test_programs_are_told_in_their_own_form(stranger: Client) -> None:
    answer = stranger.get("/api/nowhere/at/all")
    assert answer.status_code == 404 and answer.json()["problems"][0]["code"] == "http.404"
    request = RequestFactory().get("/api/v1/x")
    fault = front_door.fault(request)
    assert fault.status_code == 500 and json.loads(fault.content)["problems"][0]["code"] == "http.500"


def test_a_fault_of_ours_is_told_without_what_could_fail_again() -> None:
    typed = "<b>Nothing</b> that somebody wrote may be lost, whatever becomes of the machine it was sent to. " * 2
    fault = front_door.fault(RequestFactory().post("/d/x", {"text": typed, "nonce": "n" * 40}))
    kept = fault.content.decode()
    assert fault.status_code == 500 and "&lt;b&gt;Nothing" in kept and "<b>" not in kept and "nnn" not in kept


@pytest.mark.parametrize("path", ["/d/x", "/api/v1/debates"])
def test_a_database_that_is_away_is_said_to_be_away(path: str) -> None:
    try:
        raise OperationalError("database or disk is full")
    except OperationalError:
        answer = front_door.fault(RequestFactory().post(path))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "nothing was changed" in answer.content.decode().lower()
