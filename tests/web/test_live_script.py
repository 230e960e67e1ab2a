"""The site's scripts in a real browser, against a small server of its own: what is shown, sent and kept."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from playwright.sync_api import Browser, Page, expect, sync_playwright

from dikast.core.formats import Length
from dikast.core.lengths import graphemes, words
from dikast.record.exporters import html

ARGUMENTS = [
    f"--{name}"
    for name in (
        "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync",
    )
]  # fmt: skip
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'"
)
FLOOR = """<!doctype html><html lang="en"><title>floor</title>
<meta name="htmx-config" content='{"includeIndicatorStyles":false,"allowEval":false,"selfRequestsOnly":true}'>
<script src="/htmx-2.0.11.min.js" defer></script>
<script src="/live.js" defer></script><script src="/composer.js" defer></script><p id="say"></p>

{% from "parts/live.html.j2" import live %}{% from "parts/composer.html.j2" import composer, connection with context %}
{% call live("/events?after=7") %}<p id="bar"><b>40</b><b>60</b></p><div id="posts"><p id="P7">seven</p></div>
{{ composer("/post", "B", "Against", "n1", 8, "d/1/8", acts=acts, act="answers", targets=targets, target="3", text=text,
length=length, words=1, graphemes=5, draft_url="/draft", saved_at=saved_at, turn_url="/turn") }}{% endcall %}</html>"""


@dataclass
class Site:
    """What the server says, and what it heard."""

    page: str = ""
    turn: str = ""
    address: str = ""
    streams: list[str] = field(default_factory=list)
    drafts: int = 200
    heard: list[tuple[str, Any]] = field(default_factory=list)

    def named(self, name: str) -> list[Any]:
        return [what for path, what in list(self.heard) if path == name]


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    folder = files("dikast.web").joinpath("static/dikast")

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            pass

        def answer(self, body: str, kind: str = "text/html", status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(body.encode())

        def do_GET(self) -> None:
            path = urlparse(self.path)
            if path.path == "/events":
                after = self.headers.get("Last-Event-ID") or parse_qs(path.query)["after"][0]
                site.heard.append(("events", after))
                self.answer("retry: 20\n\n" + (site.streams.pop(0) if site.streams else ""), "text/event-stream")
                deadline = time.monotonic() + (0 if site.streams else 20)
                while time.monotonic() < deadline and not site.streams:
                    time.sleep(0.02)
            elif path.path.endswith(".js"):
                self.answer(folder.joinpath(path.path[1:]).read_text("utf-8"), "text/javascript")
            elif path.path == "/turn":
                self.answer(site.turn)
            else:
                self.answer(site.page)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            site.heard.append((self.path[1:], body))
            if self.path == "/draft":
                self.answer('<p id="draft-state">Draft saved 12:14</p>', status=site.drafts)
            else:
                time.sleep(0.3)
                self.answer("posted")

    return Handler


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as tools:
        made = tools.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield made
        made.close()


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    show(made)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(made))
    server.daemon_threads, server.block_on_close = True, False
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}).start()
    made.address = f"http://127.0.0.1:{server.server_port}/"
    yield made
    made.streams.append("")
    server.shutdown()
    server.server_close()


@pytest.fixture
def floor(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context()
    context.set_default_timeout(5000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None)
    page.goto(site.address)
    yield page
    context.close()
    assert wrong == []


def show(site: Site, text: str = "Begun", saved_at: int = 0) -> None:
    """Make the floor's page from the real parts."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("dikast.web"), PackageLoader("dikast.record.exporters")]),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters.update(html.environment().filters)
    made.globals.update(_=Markup, ngettext=lambda one, many, number: Markup(one if number == 1 else many))
    acts = [("opens", "Open a point", ""), ("answers", "Answer", ""), ("clarifies", "Clarify", "")]
    targets = [("For", ("answers",), [("3", "P3 cost")]), ("Yours", ("clarifies",), [("2", "P2 reading")])]
    waiting = '{% from "parts/composer.html.j2" import waiting %}{{ waiting("A", "For", "2026-03-14T18:00Z", 299) }}'
    site.turn = made.from_string(waiting).render()
    site.page = made.from_string(FLOOR).render(
        csrf_input=Markup('<input type="hidden" name="csrfmiddlewaretoken" value="t">'),
        acts=acts, targets=targets, text=text, saved_at=saved_at, length=Length(2, 6, 10, 60),
    )  # fmt: skip


def event(number: int, html: str) -> str:
    return f"id: {number}\ndata: {html}\n\n"


def test_a_broken_stream_goes_on_where_it_stopped_and_a_doubled_event_changes_nothing(floor: Page, site: Site) -> None:
    eight = event(8, '<p id="P8" data-into="#posts" data-say="Post 8">eight</p><p id="bar"><b>41</b><b>60</b></p>')
    site.streams.append(event(7, '<p id="P6" data-into="#posts">old</p>') + eight + eight)
    expect(floor.locator("#P8")).to_be_attached()
    assert floor.locator("#bar b.changed").all_text_contents() == ["41"]
    site.streams.append(event(9, '<p id="P9" data-into="#posts">nine</p><p id="P8" data-into="#posts">again</p>'))
    expect(floor.locator("#P9")).to_be_attached()
    assert floor.locator("#posts p").all_text_contents() == ["seven", "eight", "nine"]
    assert floor.locator("#say").text_content() == "Post 8"
    assert (site.named("events")[0], site.named("events")[-1]) == ("7", "8")


def test_what_came_out_of_view_is_told_until_it_was_seen(floor: Page, site: Site) -> None:
    floor.evaluate("document.querySelector('#live').append(Object.assign(document.createElement('pre'), {id: 'gap'}))")
    floor.evaluate("document.querySelector('#gap').textContent = '\\n'.repeat(200)")
    floor.evaluate("document.querySelector('#live').append(document.querySelector('#posts'))")
    posts = "".join(f'<p id="P{number}" data-into="#posts">new</p>' for number in (8, 9))
    site.streams.append(event(8, posts))
    fresh = floor.locator("#fresh")
    expect(fresh).to_have_text("2 new posts")
    fresh.click()
    expect(fresh).to_be_hidden()


def test_the_composer_comes_anew_when_the_turn_passes_and_its_clock_runs(floor: Page, site: Site) -> None:
    site.streams.append(event(8, '<p id="P8" data-into="#posts" data-turn>eight</p>'))
    expect(floor.locator("form")).to_have_count(0)
    expect(floor.locator("#composer time")).to_have_class("clock soon")
    assert re.fullmatch(r"due in 4:5\d", floor.locator("#composer time").text_content() or "")


def test_a_lost_connection_is_told_and_its_return(floor: Page, site: Site) -> None:
    floor.context.set_offline(True)
    expect(floor.locator("#connection")).to_have_text("Not connected, draft kept.")
    floor.context.set_offline(False)
    expect(floor.locator("#connection")).to_be_hidden()
    assert floor.locator("#say").text_content() == "Connected again."


def test_lengths_are_counted_as_the_server_does(floor: Page) -> None:
    for text in (
        "Don't count 3.5 or 1,000 twice — well-known, isn't it?",
        "naïve cafe\u0301 A\u200dB z\u0300\u0301\u0302\u0303algo",
        "👩\u200d👩\u200d👧 🇩🇪🇪🇸 👍🏽 thumbs",
        "مناظرة عن الحافلات، وَالأَجْرَة",
        "議論は三語 ภาษาไทย हिन्दी क्षत्रिय 한국어",
        "  \n spaced \n\n out \u00a0 ",
        "snake_case _x_ a'b' 'c ½ ٣٫٥ ²",
        "",
    ):
        floor.locator("#f-text").fill(text)
        shown = floor.locator(".lengths .number").all_text_contents()
        assert shown == [str(words(text)), str(graphemes(text.strip()))]


def test_a_length_beyond_a_limit_is_marked(floor: Page) -> None:
    floor.locator("#f-text").fill("one two three four five six seven")
    expect(floor.locator("#count-words")).to_have_class("count over")
    floor.locator("#f-text").fill("one")
    expect(floor.locator("#count-words")).to_have_class("count under")


def test_a_draft_is_saved_when_typing_rests(floor: Page, site: Site) -> None:
    floor.locator("#f-text").press_sequentially("abc", delay=20)
    expect(floor.locator("#draft-state")).to_have_text("Draft saved 12:14")
    (sent,) = site.named("draft")
    assert "abcBegun" in sent and 'name="csrfmiddlewaretoken"' in sent
    assert floor.evaluate("localStorage.length") == 0


@pytest.mark.parametrize(("saved_at", "offered"), [(0, True), (2**53, False)])
def test_what_could_not_be_saved_is_offered_back_if_the_server_has_nothing_later(
    floor: Page, site: Site, saved_at: int, offered: bool
) -> None:
    site.drafts = 503
    floor.locator("#f-text").fill("typed but never saved")
    show(site, saved_at=saved_at)
    floor.reload()
    assert floor.locator("#draft-offer").is_visible() is offered
    if offered:
        floor.get_by_role("button", name="Take it").click()
        expect(floor.locator("#f-text")).to_have_value("typed but never saved")


def test_a_form_is_sent_once(floor: Page, site: Site) -> None:
    floor.evaluate("const button = document.querySelector('.send button'); button.click(); button.click()")
    expect(floor.locator("body")).to_have_text("posted")
    assert len(site.named("post")) == 1
    assert site.named("draft") == []


def test_only_points_that_the_act_can_name_are_offered(floor: Page) -> None:
    expect(floor.locator("#f-target")).to_have_value("3")
    floor.get_by_label("Clarify").check()
    expect(floor.locator("#f-target")).to_have_value("")
    assert floor.locator("optgroup:not([hidden])").get_attribute("label") == "Yours"
