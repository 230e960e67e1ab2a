"""A floor's page in its states, for those who debate and those who watch, and what becomes of a text sent to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from filling import filled

from dikast.web.account.models import Person
from dikast.web.debates import clock, judgings
from dikast.web.debates.models import Debate, Draft, Judging
from dikast.web.debates.posting import Sending, send
from dikast.web.debates.sight import opens_stream

People = tuple[Person, Person, Person]
Browser = Callable[[Person], Client]
TEXT = "Cars take the room that people need to meet each other."


def shown(client: Client, floor: Debate, path: str = "") -> str:
    answer = client.get(f"/d/{floor.slug}{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def form(page: str) -> dict[str, str]:
    """Return the hidden fields of a composer."""
    return dict(re.findall(r'<input type="hidden" name="(nonce|number)" value="([^"]*)">', page))


def test_a_text_sent_by_the_form_stands_on_the_floor_to_the_letter(
    floor: Debate, people: People, signed_in: Browser
) -> None:
    ana = signed_in(people[0])
    odd = "<b>شكرا</b> \u202e {0} %s {{ 7*7 }} 👩‍👩‍👧\r\nand this is what I say to it."
    fields = form(shown(ana, floor))
    answer = ana.post(f"/d/{floor.slug}/post", fields | {"text": odd, "act": "opens"})
    assert (answer.status_code, answer["Location"]) == (302, f"/d/{floor.slug}#speech-1")
    assert floor.posts.get().text == odd.replace("\r\n", "\n")
    page = shown(ana, floor)
    assert 'id="speech-1"' in page and "&lt;b&gt;" in page and "{{ 7*7 }}" in page and "<b>شكرا" not in page


def test_the_same_form_sent_twice_is_one_post(floor: Debate, people: People, signed_in: Browser) -> None:
    ana = signed_in(people[0])
    fields = form(shown(ana, floor)) | {"text": TEXT, "act": "opens"}
    places = {ana.post(f"/d/{floor.slug}/post", fields)["Location"] for _ in range(3)}
    assert places == {f"/d/{floor.slug}#speech-1"} and floor.posts.count() == 1


def test_a_yield_clicked_twice_is_one_yield(floor: Debate, people: People, signed_in: Browser) -> None:
    ana, ben = signed_in(people[0]), signed_in(people[1])
    ana.post(f"/d/{floor.slug}/post", form(shown(ana, floor)) | {"text": TEXT, "act": "opens"})
    for client in (ben, ana):
        fields = form(shown(client, floor)) | {"text": "", "act": "yields"}
        assert [client.post(f"/d/{floor.slug}/post", fields).status_code for _ in range(2)] == [302, 302]
    floor.refresh_from_db()
    assert (floor.state, floor.yielded) == ("closed", ["B", "A"])
    assert floor.events.filter(kind="yield").count() == 2


def test_a_refused_text_stands_in_the_composer_with_the_reason(
    floor: Debate, people: People, signed_in: Browser
) -> None:
    ana = signed_in(people[0])
    fields = form(shown(ana, floor)) | {"text": "Too <short>.", "act": "clarifies", "target": "7"}
    answer = ana.post(f"/d/{floor.slug}/post", fields)
    page = answer.content.decode()
    assert answer.status_code == 422 and 'class="refused"' in page and "Not posted." in page
    assert "Too &lt;short&gt;.</textarea>" in page and 'aria-invalid="true"' in page and not floor.posts.exists()
    assert "Too &lt;short&gt;.</textarea>" in shown(ana, floor)


def test_a_text_sent_with_a_yield_is_shown_and_not_hidden_by_it(
    floor: Debate, people: People, signed_in: Browser
) -> None:
    ana = signed_in(people[0])
    answer = ana.post(f"/d/{floor.slug}/post", form(shown(ana, floor)) | {"text": TEXT, "act": "yields"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "Yielding carries no text." in page and f"{TEXT}</textarea>" in page
    assert re.findall(r'name="act" value="(\w+)"[^>]* checked', page) == ["opens"]


def test_who_is_not_signed_in_any_more_gets_his_text_back(floor: Debate, stranger: Client) -> None:
    answer = stranger.post(f"/d/{floor.slug}/post", {"text": TEXT, "act": "opens", "number": "1", "nonce": "n"})
    page = answer.content.decode()
    assert answer.status_code == 422 and TEXT in page and "not signed in" in page and "<textarea" not in page


def test_a_text_out_of_turn_is_kept_until_the_turn_comes(floor: Debate, people: People, signed_in: Browser) -> None:
    ben = signed_in(people[1])
    answer = ben.post(f"/d/{floor.slug}/post", {"text": TEXT, "act": "opens", "number": "1", "nonce": "n"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "It is not your turn." in page and TEXT in page and "<textarea" not in page
    send(floor, people[0], Sending(f"{TEXT} Yes.", "n1"))
    assert f"{TEXT}</textarea>" in shown(ben, floor)


@pytest.mark.parametrize("field", ["text", "act", "target", "number", "nonce"])
@pytest.mark.parametrize("value", ["\x00", "-1", "9" * 40, "\ud83d", "' OR 1=1 --", "<script>", "٣"])
def test_no_value_of_any_field_is_a_fault(
    floor: Debate, people: People, signed_in: Browser, field: str, value: str
) -> None:
    ana = signed_in(people[0])
    fields = {"text": TEXT, "act": "opens", "number": "1", "nonce": "n", "target": ""} | {field: value}
    body = "&".join(f"{name}={_quoted(text)}" for name, text in fields.items())
    answer = ana.post(f"/d/{floor.slug}/post", body, "application/x-www-form-urlencoded")
    assert answer.status_code in (302, 422) and b"<script>" not in answer.content


def _quoted(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


def test_a_body_above_the_limit_is_told_so(floor: Debate, people: People, signed_in: Browser) -> None:
    answer = signed_in(people[0]).post(f"/d/{floor.slug}/post", {"text": "x" * 10_000_000, "number": "1"})
    assert answer.status_code == 413 and b"MB can be sent" in answer.content


def test_a_draft_is_kept_counted_and_never_posted(floor: Debate, people: People, signed_in: Browser) -> None:
    ana = signed_in(people[0])
    answer = ana.post(f"/d/{floor.slug}/draft", {"text": "Three words now", "act": "opens", "number": "1"})
    page = answer.content.decode()
    assert answer.status_code == 200 and ">3</b>" in page and "Draft saved" in page and 'id="draft-state"' in page
    assert Draft.objects.get(person=people[0]).text == "Three words now" and not floor.posts.exists()
    assert "Three words now</textarea>" in shown(ana, floor)


def test_a_draft_for_another_turn_or_of_a_stranger_is_none(floor: Debate, people: People, signed_in: Browser) -> None:
    given = {"text": TEXT, "act": "opens", "number": "2"}
    assert signed_in(people[0]).post(f"/d/{floor.slug}/draft", given).status_code == 409
    assert signed_in(people[2]).post(f"/d/{floor.slug}/draft", given).status_code == 403
    assert Client().post(f"/d/{floor.slug}/draft", given).status_code == 403
    assert not Draft.objects.exists()


def test_what_was_typed_when_the_floor_closed_stays_with_its_author(
    debate: Callable[..., Debate], people: People, signed_in: Browser
) -> None:
    floor = debate(closes_at=timezone.now() + timedelta(hours=1))
    send(floor, people[0], Sending(TEXT, "n1"))
    Draft.objects.create(debate=floor, person=people[1], text="What I would have said")
    clock.strike(timezone.now() + timedelta(hours=2))
    mine, other = shown(signed_in(people[1]), floor, "/floor"), shown(signed_in(people[0]), floor, "/floor")
    assert "Your text was not posted" in mine and "What I would have said" in mine
    assert "What I would have said" not in other and "<textarea" not in mine


def test_only_the_points_that_can_be_named_are_offered(floor: Debate, people: People, signed_in: Browser) -> None:
    ben = signed_in(people[1])
    send(floor, people[0], Sending(TEXT, "n1"))
    page = shown(ben, floor)
    acts = re.findall(r'name="act" value="(\w+)"', page)
    assert acts == ["opens", "answers", "concedes", "yields"]
    assert re.findall(r'<option value="(\w*)"', page) == ["", "1"] and "P1 Cars take" in page


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("closed", "The judge is at work"),
        ("ruled", "Read the ruling"),
        ("fault", "needs a person"),
        ("forfeited", "Forfeited by"),
    ],
)
def test_every_end_is_told_in_words(floor: Debate, people: People, stranger: Client, state: str, words: str) -> None:
    send(floor, people[0], Sending(TEXT, "n1"))
    Debate.objects.filter(pk=floor.pk).update(state=state, forfeited="B" if state == "forfeited" else "")
    page = shown(stranger, floor, "/floor")
    assert words in page and TEXT in page and "composer-title" not in page and "<textarea" not in page


def test_a_post_waits_for_the_judge_in_words_and_then_has_its_scores(
    floor: Debate, people: People, stranger: Client, judged: Callable[[], None]
) -> None:
    send(floor, people[0], Sending(TEXT, "n1"))
    before = shown(stranger, floor)
    judged()
    judging = floor.judgings.get()
    case = json.loads(judging.document)
    case["rulings"][-1] |= {"totals": {"A": "22.55", "B": "33.5"}, "scoreline": {"A": 40, "B": 60}, "winner": "B"}
    Judging.objects.filter(pk=judging.pk).update(document=json.dumps(case))
    caches["pages"].clear()
    after = shown(stranger, floor)
    assert "with the judge" in before and "No points yet" in before
    assert "with the judge" not in after and re.search("If the floor closed now: .*22.55.* to .*33.5", after)


def test_a_match_shows_its_order_whose_speech_it_is_and_the_flow(
    match: Debate, people: People, stranger: Client, judged: Callable[[], None]
) -> None:
    send(match, people[0], Sending("word " * 200 + "and that is the case.", "n1"))
    judged()
    page = shown(stranger, match)
    assert "Order of speeches" in page and page.count('aria-current="step"') == 1 and 'href="#speech-1"' in page
    assert "read by the judge" in page and 'id="floor-flow"' in page


def test_a_turn_with_a_limit_has_its_clock(
    debate: Callable[..., Debate], people: People, stranger: Client, signed_in: Browser
) -> None:
    timed = debate(turn_seconds=240)
    for client in (stranger, signed_in(people[0])):
        assert re.search(r'data-left="2[34]\d"', shown(client, timed))


def test_a_private_floor_is_nowhere_for_others(
    debate: Callable[..., Debate], people: People, stranger: Client, signed_in: Browser
) -> None:
    secret = debate(visibility="private")
    for path in ("", "/floor", "/turn"):
        assert stranger.get(f"/d/{secret.slug}{path}").status_code == 404
        assert signed_in(people[2]).get(f"/d/{secret.slug}{path}").status_code == 404
    for path in ("/post", "/draft", "/withdraw"):
        assert signed_in(people[2]).post(f"/d/{secret.slug}{path}", {"text": TEXT}).status_code == 404
    found = re.search(r"key=([^&\"]+)", shown(signed_in(people[1]), secret))
    assert found is not None and opens_stream(secret, unquote(found[1])) and not opens_stream(secret, "x")


def test_the_turn_alone_is_the_composer_for_whoever_has_it(floor: Debate, people: People, signed_in: Browser) -> None:
    ana, ben = (shown(signed_in(person), floor, "/turn") for person in people[:2])
    assert "<textarea" in ana and "csrfmiddlewaretoken" in ana and "<html" not in ana
    assert "<textarea" not in ben and 'id="composer"' in ben


def test_nothing_said_leaves_nothing_and_says_so(floor: Debate, people: People, signed_in: Browser) -> None:
    for person in people[:2]:
        client = signed_in(person)
        answer = client.post(f"/d/{floor.slug}/post", form(shown(client, floor)) | {"act": "yields"})
    assert answer["Location"] == "/" and b"taken down" in client.get("/").content


def long(floor: Debate, people: People, number: int) -> None:
    filled(floor, people, number)
    judgings.want(floor)


def test_a_page_asks_the_database_as_often_for_a_thousand_posts_as_for_ten(
    floor: Debate, people: People, stranger: Client, signed_in: Browser, judged: Callable[[], None]
) -> None:
    asked: dict[int, list[int]] = {}
    clients = (stranger, signed_in(people[0]))
    long(floor, people, 10)
    judged()
    for number in (10, 30, 1000):
        long(floor, people, number)
        caches["pages"].clear()
        asked[number] = []
        for client in clients:
            with CaptureQueriesContext(connection) as queries:
                assert shown(client, floor).count("<article") == number
            asked[number].append(len(queries))
    assert asked[10] == asked[30] and asked[1000] <= asked[10] and max(asked[10]) < 20


def test_the_only_point_there_is_need_not_be_chosen(
    floor: Debate, people: tuple[Person, ...], signed_in: Callable[..., Client]
) -> None:
    for n, author in enumerate((people[0], people[1], people[0])):
        page = signed_in(author).get(f"/d/{floor.slug}/floor").content.decode()
        chosen = re.findall(r'<option value="(\d+)"[^>]* selected', page)
        assert chosen == [[], ["1"], ["2"]][n]
        assert not send(floor, author, Sending(f"{TEXT} {n}", f"n{n}")).problems
        floor.refresh_from_db()
    page = signed_in(people[1]).get(f"/d/{floor.slug}/floor").content.decode()
    assert not re.findall(r'<option value="\d+"[^>]* selected', page)  # there are two now
