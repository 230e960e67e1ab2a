"""The page of a ruling: what it shows, in every state, to whom, and at what cost."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dikast.web.account.models import Person
from dikast.web.debates import posting
from dikast.web.debates.happenings import locked
from dikast.web.debates.judgings import TRIES, want
from dikast.web.debates.models import Debate, Judging

HOSTILE = "<script>alert(1)</script>\"'&lt;\u202e{{7*7}}%s"


class Marks(HTMLParser):
    """Gathers what a strict content policy forbids, and the ids that stand twice."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.ids: list[str] = []
        self.links: dict[str, set[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.inline += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.inline.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        path, _, anchor = str(given.get("href") or "").partition("#")
        if anchor:
            self.links.setdefault(path, set()).add(anchor)


def body(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content[:300]
    return answer.content.decode()


@pytest.mark.parametrize("method", ["graph", "rubric"])
def test_every_link_on_the_page_leads_to_one_place_and_nothing_is_inline(
    ruled: Debate, stranger: Client, method: str
) -> None:
    marks, questions = Marks(), Marks()
    marks.feed(body(stranger, f"/d/{ruled.slug}/ruling?method={method}"))
    (asked,) = marks.links.keys() - {""}
    questions.feed(body(stranger, asked))
    for one in (marks, questions):
        assert one.inline == []
        assert sorted(name for name in one.ids if one.ids.count(name) > 1) == []
    assert marks.links[""] - set(marks.ids) == set() == marks.links[asked] - set(questions.ids)
    assert len(marks.links[""]) > 20 and len(marks.links[asked]) > 5


def test_the_page_holds_the_finding_the_flow_and_the_ledger(ruled: Debate, stranger: Client) -> None:
    page = body(stranger, f"/d/{ruled.slug}/ruling")
    for anchor in ("finding", "flow", "momentum", "ledger", "closing", "speeches", "take", "method"):
        assert f'id="{anchor}"' in page
    assert page.count('class="line-item"') == 18


def test_the_other_method_is_a_switch_away_and_an_unknown_one_is_as_good_as_none(
    ruled: Debate, stranger: Client
) -> None:
    graph, rubric, unknown = (
        body(stranger, f"/d/{ruled.slug}/ruling{query}") for query in ("", "?method=rubric/1", "?method=x%00y")
    )
    assert 'id="flow"' in graph and 'id="flow"' in unknown
    assert 'id="flow"' not in rubric and 'id="floor"' in rubric
    assert f"/d/{ruled.slug}/ruling?method=rubric/1" in graph
    assert f"/d/{ruled.slug}/case.json?method=rubric/1" in rubric


def test_shared_addresses_are_absolute_and_say_the_finding(ruled: Debate, stranger: Client) -> None:
    page = body(stranger, f"/d/{ruled.slug}/ruling")
    tags = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page))
    assert tags["og:url"] == f"http://testserver/d/{ruled.slug}"
    assert tags["og:image"] == f"http://testserver/d/{ruled.slug}/share.png"
    assert tags["og:description"] == "Proposition is ahead, 56–44"
    assert tags["twitter:card"] == "summary_large_image"


def test_a_private_ruling_is_for_those_who_took_part(
    ruled: Debate, stranger: Client, people: tuple[Person, ...], signed_in: Callable[[Person], Client]
) -> None:
    ruled.visibility, ruled.owner = "private", people[0]
    ruled.save()
    ruled.seats.create(side="B", person=people[1])
    address = f"/d/{ruled.slug}/ruling"
    assert [stranger.get(address).status_code, signed_in(people[2]).get(address).status_code] == [404, 404]
    for person in people[:2]:
        page = body(signed_in(person), address)
        assert "og:url" not in page and 'content="noindex"' in page


def test_an_unlisted_ruling_is_not_for_search_engines(ruled: Debate, stranger: Client) -> None:
    assert "noindex" not in body(stranger, f"/d/{ruled.slug}/ruling")
    caches["pages"].clear()
    Debate.objects.filter(pk=ruled.pk).update(visibility="unlisted")
    assert 'content="noindex"' in body(stranger, f"/d/{ruled.slug}/ruling")


def test_hostile_words_are_shown_and_never_run(rewritten: Callable[..., Debate], stranger: Client) -> None:
    def poison(document: dict[str, Any]) -> None:
        document["motion"] = HOSTILE
        document["sides"]["A"]["name"] = HOSTILE
        for speech in document["speeches"]:
            speech["speaker"], speech["text"] = HOSTILE, HOSTILE + speech["text"]

    debate = rewritten(poison)
    Debate.objects.filter(pk=debate.pk).update(motion=HOSTILE, name_a=HOSTILE[:60])
    page = body(stranger, f"/d/{debate.slug}/ruling")
    marks = Marks()
    marks.feed(page)
    assert marks.inline == []
    assert "<script>alert" not in page and "\u202e" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 10 and "{{7*7}}" in page


def test_what_is_unchanged_is_not_sent_again(ruled: Debate, stranger: Client) -> None:
    address = f"/d/{ruled.slug}/ruling"
    mark = stranger.get(address).headers["ETag"]
    for kept in (True, False):  # given out as it was made, and made afresh
        if not kept:
            caches["pages"].clear()
        assert stranger.get(address, headers={"if-none-match": mark}).status_code == 304
    caches["pages"].clear()
    assert stranger.get(address, headers={"if-none-match": mark, "accept-language": "de"}).status_code == 200
    Judging.objects.filter(debate=ruled).update(seal="sha256:" + "0" * 64)
    caches["pages"].clear()
    assert stranger.get(address, headers={"if-none-match": mark}).status_code == 200


@pytest.mark.parametrize("times", [1, 30])
def test_the_page_asks_as_often_however_long_the_debate_is(
    rewritten: Callable[..., Debate],
    stranger: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    times: int,
) -> None:
    def lengthen(document: dict[str, Any]) -> None:
        speeches = document["speeches"]
        document["speeches"] = [
            speech | {"id": f"{speech['id']}x{n}" if n else speech["id"]} for n in range(times) for speech in speeches
        ]

    debate = rewritten(lengthen, "rubric/1")
    with django_assert_num_queries(4):
        body(stranger, f"/d/{debate.slug}/ruling?method=rubric")


def test_a_case_is_laid_out_once_for_each_language(ruled: Debate, stranger: Client) -> None:
    body(stranger, f"/d/{ruled.slug}/ruling")
    Judging.objects.filter(debate=ruled).update(document="{}")  # the seal says that nothing changed
    caches["pages"].clear()
    assert 'id="flow"' in body(stranger, f"/d/{ruled.slug}/ruling")
    caches["rulings"].clear()
    caches["pages"].clear()
    assert 'id="flow"' not in body(stranger, f"/d/{ruled.slug}/ruling")


def test_while_the_judge_is_at_work_the_page_says_how_far_it_is(floor: Debate, stranger: Client) -> None:
    judging = want(locked_closed(floor))
    Judging.objects.filter(pk=judging.pk).update(wanted=7)
    page = body(stranger, f"/d/{floor.slug}/ruling")
    assert "With the judge." in page and "0 of 7 texts read so far." in page
    assert 'class="scoreline' not in page and floor.motion in page
    progress = stranger.get(f"/d/{floor.slug}/ruling/progress")
    assert b'id="progress"' in progress.content and "HX-Refresh" not in progress.headers
    Judging.objects.filter(pk=judging.pk).update(ruled=True)
    assert stranger.get(f"/d/{floor.slug}/ruling/progress").headers["HX-Refresh"] == "true"


def locked_closed(debate: Debate) -> Debate:
    Debate.objects.filter(pk=debate.pk).update(state="closed", posts_count=7)
    debate.refresh_from_db()
    return debate


def test_a_debate_without_a_judging_has_no_ruling_yet(floor: Debate, stranger: Client) -> None:
    assert "There is no ruling yet" in body(stranger, f"/d/{floor.slug}/ruling")


def test_a_fault_needs_a_person_and_shows_no_figure(
    ruled: Debate, floor: Debate, stranger: Client, people: tuple[Person, ...], signed_in: Callable[[Person], Client]
) -> None:
    judging = want(locked_closed(floor))
    so_far = Judging.objects.get(debate=ruled, method="rubric/1").document
    Judging.objects.filter(pk=judging.pk).update(tries=TRIES, fault="<b>down</b>", document=so_far, done=3)
    Debate.objects.filter(pk=floor.pk).update(state="fault")
    page = body(stranger, f"/d/{floor.slug}/ruling")
    assert "Not judged: needs a person" in page and 'class="scoreline' not in page
    assert "down" not in page and "Ask the judge again" not in page
    owner = body(signed_in(people[0]), f"/d/{floor.slug}/ruling")
    assert "&lt;b&gt;down&lt;/b&gt;" in owner and "Ask the judge again" in owner


def test_a_forfeit_is_words_and_the_rule_without_a_bar(match: Debate, stranger: Client) -> None:
    posting.let_pass(locked(match.pk), timezone.now())
    page = body(stranger, f"/d/{match.slug}/ruling")
    assert "Forfeited by <bdi>Proposition</bdi>" in page and "no points are counted" in page
    assert 'class="scoreline' not in page


def test_a_withdrawn_debate_is_not_there(floor: Debate, stranger: Client) -> None:
    Debate.objects.filter(pk=floor.pk).update(state="withdrawn")
    assert stranger.get(f"/d/{floor.slug}/ruling").status_code == 404
    assert stranger.get("/d/nothing/ruling").status_code == 404
