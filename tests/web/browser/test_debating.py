"""People hold whole debates in real browsers while others watch."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from visiting import SOON, Visitor
from wire import Wire

from dikast.core import formats

pytestmark = pytest.mark.browser
Come = Callable[..., Visitor]
SAID = (
    "Cars take the room that people need to meet each other in the middle of a city.",
    "Shops live from people who come by car, and the buses do not run after eight.",
    "Shops in streets without cars sell more, because people walk past their windows.",
    "That holds for cafés; nobody carries a washing machine home on foot.",
)


def hold_open_floor(ana: Visitor, ben: Visitor, said: tuple[str, ...]) -> None:
    """Have both argue in turn, answering each other, and yield."""
    for number, text in enumerate(said):
        speaker = (ana, ben)[number % 2]
        speaker.say(text, "opens" if number == 0 else "answers", number or None)
        for one in (ana, ben):
            expect(one.posts).to_have_count(number + 1, timeout=SOON)
    for one in (ana, ben):
        one.say("", "yields")


def await_ruling(*people: Visitor) -> None:
    """Wait until each page says that the ruling is there, and open it."""
    for one in people:
        link = one.page.locator("a[href$='/ruling']").first
        expect(link).to_be_visible(timeout=2 * SOON)
        link.click()
        expect(one.page.locator("h1")).to_be_visible()


def test_two_people_hold_an_open_floor_and_a_stranger_watches(visitor: Come) -> None:
    ana, ben, watching = visitor(), visitor(), visitor()
    link = ana.start("City centres should be closed to cars")
    watching.go(urlsplit(ana.page.url).path)
    ben.join(link)
    expect(ana.page.locator("#composer textarea")).to_be_visible()
    hold_open_floor(ana, ben, SAID)
    expect(watching.posts).to_have_count(len(SAID), timeout=SOON)
    for text in SAID:
        expect(watching.page.locator("#posts")).to_contain_text(text)
    numbers = watching.posts.evaluate_all("all => all.map(one => one.id)")
    assert len(set(numbers)) == len(SAID)
    await_ruling(ana, ben, watching)
    expect(watching.page.locator("main")).to_contain_text("City centres should be closed to cars")


def test_two_people_hold_a_match_of_six_speeches(visitor: Come) -> None:
    ana, ben, watching = visitor(), visitor(), visitor(width=360)
    link = ana.start("School should begin at ten", "six-speech")
    ben.join(link)
    watching.go(urlsplit(ana.page.url).path)
    for number, turn in enumerate(formats.get("six-speech").turns):
        sentence = f"Speech {number + 1} says that a late start helps those who learn. "
        words = max(turn.length.min_words, 20)
        speaker, listener = (ana, ben) if turn.side == "A" else (ben, ana)
        speaker.say(sentence * (words // len(sentence.split()) + 1))
        for one in (listener, watching):
            expect(one.posts).to_have_count(number + 1, timeout=SOON)
    await_ruling(listener, watching)
    speaker.page.reload()
    expect(speaker.page.locator("#flow")).to_be_visible()


ARABIC = (
    "السيارات تأخذ المكان الذي يحتاجه الناس ليلتقوا في وسط المدينة كل يوم.",
    "المتاجر تعيش من الناس الذين يأتون بالسيارة والحافلات لا تسير بعد الثامنة.",
)


def test_the_same_in_arabic(visitor: Come) -> None:
    ana, ben = visitor(locale="ar"), visitor(locale="ar")
    link = ana.start("يجب إغلاق مراكز المدن أمام السيارات", name="آنا")
    assert ana.page.locator("html").get_attribute("dir") == "rtl"
    ben.join(link, "بن")
    hold_open_floor(ana, ben, ARABIC)
    await_ruling(ana, ben)
    assert ben.page.locator("html").get_attribute("lang") == "ar"
    overflow = ben.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0


def test_a_reload_and_a_lost_connection_lose_nothing(visitor: Come, wire: Wire) -> None:
    ana, ben = visitor(address=f"http://127.0.0.1:{wire.port}"), visitor()
    ben.join(ana.start("A reload in the middle of a draft"))
    page = ana.page
    expect(page.locator("#composer textarea")).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith("/draft")):
        page.locator("#composer textarea").press_sequentially(SAID[0], delay=1)
    page.reload()
    expect(page.locator("#composer textarea")).to_have_value(SAID[0])
    ana.say(SAID[0])
    expect(ben.posts).to_have_count(1, timeout=SOON)
    ana.offline = True
    wire.cut()
    expect(page.locator("#connection")).to_be_visible()
    ben.say(SAID[1])
    expect(ben.posts).to_have_count(2, timeout=SOON)
    expect(ana.posts).to_have_count(1)
    wire.join()
    expect(ana.posts).to_have_count(2, timeout=2 * SOON)
    expect(page.locator("#connection")).to_be_hidden()
    ana.say(SAID[2])
    expect(ben.posts).to_have_count(3, timeout=SOON)


def test_what_is_typed_offline_is_there_after_the_connection_is_back(visitor: Come, wire: Wire) -> None:
    ana, ben = visitor(address=f"http://127.0.0.1:{wire.port}"), visitor()
    ben.join(ana.start("A connection lost in the middle of a draft"))
    page, ana.offline = ana.page, True
    expect(page.locator("#composer textarea")).to_be_visible()
    wire.cut()
    page.locator("#composer textarea").press_sequentially(SAID[0], delay=1)
    expect(page.locator("#connection")).to_be_visible()
    wire.join()
    expect(page.locator("#connection")).to_be_hidden(timeout=2 * SOON)
    expect(page.locator("#composer textarea")).to_have_value(SAID[0])
    ana.say(SAID[0])
    expect(ben.posts).to_have_count(1, timeout=SOON)


def test_the_link_for_the_opponent_is_copied_by_a_button(visitor: Come) -> None:
    ana = visitor()
    ana.start("A link is sent")
    ana.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    button = ana.page.locator("[data-copy]")
    button.click()
    expect(button).to_have_text("Copied")
    expect(ana.page.locator("#say")).to_have_text("Copied")
    button.click()
    expect(button).to_be_focused()
    assert ana.page.evaluate("window.copied") == ana.page.locator("#invitation-1").input_value()
    expect(button).to_have_text("Copy")
    ana.page.evaluate(
        "navigator.clipboard.writeText = async () => { throw Error(); }; document.execCommand = () => false"
    )
    button.click()
    expect(button).to_have_text("Copy")


def test_a_post_without_scripts(visitor: Come) -> None:
    ana, ben = visitor(javascript=False), visitor(javascript=False)
    ben.join(ana.start("Pages that work without scripts"))
    ana.page.reload()
    ana.say("short")
    expect(ana.page.locator("main")).to_contain_text("At least")
    expect(ana.page.locator("#composer textarea")).to_have_value("short")
    ana.say(SAID[0])
    expect(ana.posts).to_have_count(1)
    ben.page.reload()
    ben.say(SAID[1], "answers", 1)
    expect(ben.posts).to_have_count(2)


def test_from_the_front_page_to_a_post_by_keyboard(visitor: Come) -> None:
    ana, ben = visitor(), visitor()
    page = ana.go("/")

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"no way to {selector} by keyboard")

    tab_to("a[href='/start']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/start")
    tab_to("[name=motion]")
    page.keyboard.type("Everything can be reached by keyboard")
    tab_to("[name=name]")
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    link = page.locator(".invitations input").first
    expect(link).to_be_visible()
    ben.join(urlsplit(link.input_value()).path)
    expect(page.locator("#composer textarea")).to_be_visible()
    tab_to("#composer textarea")
    page.keyboard.type(SAID[0])
    tab_to("#composer .send button")
    page.keyboard.press("Enter")
    expect(ana.posts).to_have_count(1)
    expect(ben.posts).to_have_count(1, timeout=SOON)
