"""What events bring to a page that is open: nothing twice, nothing about a person, nothing that was typed as markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser

from django.test import Client
from django.utils import timezone

from dikast.web.account.models import Person
from dikast.web.debates import clock, opening, seating
from dikast.web.debates.models import Debate, Event
from dikast.web.debates.posting import Sending, send
from dikast.web.floor.fragments import fragment

People = tuple[Person, Person, Person]
TEXT = "Cars take the room that people need to meet each other."


class Tops(HTMLParser):
    """Gathers the attributes of the outermost elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.depth, self.tops = 0, list[dict[str, str | None]]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.tops.append(dict(attrs))
        if tag not in ("input", "br", "meta", "wbr", "hr"):
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


def last(debate: Debate, kind: str) -> Event:
    return Event.objects.select_related("debate").filter(debate=debate, kind=kind).latest("number")


def posted(floor: Debate, people: People, *texts: str) -> None:
    for number, text in enumerate(texts):
        assert not send(floor, people[number % 2], Sending(text, f"n{number}")).problems


def test_every_element_has_an_id_that_stands_on_the_page(floor: Debate, people: People, stranger: Client) -> None:
    posted(floor, people, TEXT, f"{TEXT} No.")
    shown = stranger.get(f"/d/{floor.slug}").content.decode()
    for event in Event.objects.select_related("debate").filter(debate=floor):
        tops = Tops(fragment(event, "en")).tops
        assert tops and all(f'id="{top["id"]}"' in shown for top in tops), event.kind


def test_a_post_joins_once_and_is_read_out(floor: Debate, people: People) -> None:
    posted(floor, people, TEXT, "<b>Hallo</b> {0} %s this is what I say to it now, all of it.")
    html = fragment(last(floor, "post"), "en")
    joining = [top for top in Tops(html).tops if top.get("data-into")]
    assert [top["data-into"] for top in joining] == ["#posts"] and len({top["id"] for top in joining}) == 1
    assert "<b>Hallo" not in html and "&lt;b&gt;Hallo" in html
    assert 'data-say="New from ' in html and "number 2." in html and "data-turn" in html


def test_an_event_says_the_same_however_often_it_is_made(floor: Debate, people: People) -> None:
    posted(floor, people, TEXT)
    event = last(floor, "post")
    assert fragment(event, "en") == fragment(event, "en")
    assert "csrf" not in fragment(event, "en") and "Ana</span> <span" not in fragment(event, "en")


def test_judging_changes_the_articles_it_names_and_adds_none(
    floor: Debate, people: People, judged: Callable[[], None]
) -> None:
    posted(floor, people, TEXT, f"{TEXT} No.")
    judged()
    html = fragment(last(floor, "judged"), "en")
    articles = re.findall(r"<article [^>]*>", html)
    assert len(articles) == 2 and not any("data-into" in one for one in articles)


def test_opening_takes_the_waiting_away_and_names_who_came(people: People) -> None:
    wish = opening.Wish("A motion", "open-floor", "gullible", "A")
    made = opening.start(people[0], wish, ("gullible",))
    seating.take(made.seats.get(side="B").key, people[1])
    html = fragment(last(made, "opened"), "en")
    assert '<div id="floor-waiting"></div>' in html and "Ben" in html and 'data-say="The floor is open."' in html


def test_the_end_is_told_as_what_it_was(debate: Callable[..., Debate], people: People) -> None:
    judged, silent, late = debate(), debate(), debate(format="six-speech", turn_seconds=60)
    posted(judged, people, TEXT)
    for number, floor in enumerate((judged, silent)):
        for person in (people[1], people[0])[:: 1 if number == 0 else -1]:
            send(floor, person, Sending("", f"y{person.pk}", "yields"))
    clock.strike(timezone.now() + timedelta(seconds=61))
    assert "The judge is at work" in fragment(last(judged, "closed"), "en")
    assert "taken down" in fragment(last(silent, "closed"), "en")
    told = fragment(last(late, "forfeit"), "en")
    assert "Forfeited by" in told and "no points are counted" in told


def test_a_ruling_is_linked_and_nobody_is_led_away(floor: Debate, people: People) -> None:
    posted(floor, people, TEXT)
    Debate.objects.filter(pk=floor.pk).update(state="ruled")
    Event.objects.create(debate=floor, number=99, kind="ruled", data={"method": floor.method})
    html = fragment(last(floor, "ruled"), "en")
    assert f'href="/d/{floor.slug}/ruling"' in html and 'data-say="The ruling is there."' in html
