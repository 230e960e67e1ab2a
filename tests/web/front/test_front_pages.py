"""Finding debates: front page, lists, search, a person's page, following. What may not be seen is not found."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from dikast.web.account.models import Person
from dikast.web.debates import examples
from dikast.web.debates.models import Debate, Follow
from dikast.web.debates.posting import Sending, send

ROOT = Path(__file__).resolve().parents[3]
TEXT = "Un café près du marché: الحُرِّيّة للناس, and cars take the room that people in a city need for walking."


def fill(number: int) -> None:
    shared = {"format": "open-floor", "method": "rubric/1", "judge": "gullible", "origin": "floor"}
    states = ("open", "ruled", "waiting")
    Debate.objects.bulk_create(Debate(**shared, motion=f"Motion {n}", state=states[n % 3]) for n in range(number))


@pytest.mark.parametrize("address", ["/", "/debates", "/debates?kind=live", "/search", "/search?q=motion"])
def test_pages_for_strangers_stand_on_a_fresh_site(stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 200


def test_the_front_page_leads_with_a_ruling_and_its_verdict(
    stranger: Client, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    assert examples.load(ROOT / "examples") > 0
    lead = Debate.objects.get(featured_at__isnull=False)
    with django_assert_max_num_queries(4):
        shown = stranger.get("/").content.decode()
    assert f'<h1 class="lead-motion"><a href="/d/{lead.slug}"' in shown
    assert re.search(r"(ahead, \d+–\d+|Too close to call|A draw)", shown)
    assert shown.count('class="debate-row"') == Debate.objects.count() - 1


def test_the_lead_says_whose_answers_it_turns_on_and_what_the_bracket_is(stranger: Client) -> None:
    examples.load(ROOT / "examples")
    shown = stranger.get("/").content.decode()
    assert re.search(r"Turns on (one answer|\d+ answers) of the judge", shown)
    before, after = shown.split('<p class="call">')
    assert "Inside this bracket it is too close to call" in before[-80:]
    assert ".</b>" in after.split("</p>")[0]


@pytest.mark.parametrize("page", ["en", "de"])
def test_a_debate_in_another_language_says_which(stranger: Client, floor: Debate, page: str) -> None:
    shown = {}
    for lang in ("de-AT", "en", "fr", ""):
        Debate.objects.filter(pk=floor.pk).update(lang=lang)
        shown[lang] = stranger.get(f"/debates?{lang}", headers={"accept-language": page}).content.decode()
    label = {
        "de-AT": '<span class="label" dir="auto" lang="de-AT">Deutsch</span>',
        "en": '<span class="label" dir="auto" lang="en">English</span>',
    }
    for lang, words in label.items():
        assert (words in shown[lang]) is (not lang.startswith(page))
    for lang in ("fr", ""):
        assert '<span class="label" dir="auto" lang=' not in shown[lang]


def test_lists_cost_as_much_for_many_debates_as_for_few(
    stranger: Client, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    for number in (10, 190):
        fill(number)
        for address in ("/?n", "/debates?n", "/debates?kind=ruled&n"):
            with django_assert_max_num_queries(6):
                assert stranger.get(f"{address}={number}").status_code == 200


@pytest.mark.parametrize("query", ["walk", "WALKING", "cafe", "MARCHÉ", "الحريه", "motion cars", "centres"])
def test_words_are_found_by_their_beginning_whatever_their_signs(
    stranger: Client, floor: Debate, people: tuple[Person, ...], query: str
) -> None:
    send(floor, people[0], Sending(TEXT, "n"))
    found = query != "motion cars"
    assert (floor.slug in stranger.get("/search", {"q": query}).content.decode()) is found


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_what_is_not_public_is_found_by_those_who_take_part_alone(
    stranger: Client, debate: Callable[..., Debate], signed_in: Callable[[Person], Client],
    people: tuple[Person, ...], visibility: str,
) -> None:  # fmt: skip
    made = debate(visibility=visibility)
    for address in ("/search?q=cities", "/", "/debates", f"/p/{people[0].handle}"):
        for browser in (stranger, signed_in(people[2])):
            assert made.slug not in browser.get(address).content.decode()
    assert made.slug in signed_in(people[1]).get("/search?q=cities").content.decode()


@pytest.mark.parametrize(
    "query",
    ["\x00", '"', "a OR", "NEAR(", "*", "^x", "motion:", "-- ;DROP", "x" * 10_000, "' & | !", "\\", "💩", "a:*b"],
)
def test_no_query_is_an_instruction(stranger: Client, floor: Debate, query: str) -> None:
    assert stranger.get("/search", {"q": query}).status_code == 200


@pytest.mark.parametrize("given", ["0", "-1", "99999999999999", "x", "٣", ""])
def test_no_number_of_a_page_breaks_a_list(stranger: Client, floor: Debate, given: str) -> None:
    assert floor.slug in stranger.get("/debates", {"page": given}).content.decode()


def test_a_persons_page_shows_his_public_debates(stranger: Client, floor: Debate, people: tuple[Person, ...]) -> None:
    assert floor.slug in stranger.get(f"/p/{people[0].handle}").content.decode()
    assert floor.slug not in stranger.get(f"/p/{people[2].handle}").content.decode()
    assert stranger.get("/p/nobody").status_code == 404


def test_following_is_begun_and_ended(
    stranger: Client, floor: Debate, people: tuple[Person, ...], signed_in: Callable[[Person], Client]
) -> None:
    assert stranger.post(f"/d/{floor.slug}/follow")["Location"].startswith("/sign-in?next=")
    chloe = signed_in(people[2])
    for _ in range(2):
        chloe.post(f"/d/{floor.slug}/follow")
    assert Follow.objects.filter(debate=floor, person=people[2]).count() == 1
    chloe.post(f"/d/{floor.slug}/follow", {"follow": "no"})
    assert not Follow.objects.filter(debate=floor, person=people[2]).exists()
