"""Every page family, as tested by axe: no violation, in both schemes, for strangers and for people."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from visiting import Visitor

pytestmark = pytest.mark.browser
Come = Callable[..., Visitor]
#: What a stranger can open without having done anything.
PAGES = (
    "/",
    "/debates",
    "/search?q=tip",
    "/start",
    "/transcript",
    "/method",
    "/method/graph",
    "/method/rubric",
    "/method/limits",
    "/method/formats",
    "/privacy",
    "/source",
    "/api",
    "/sign-in",
    "/sign-up",
    "/nowhere",
)
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page, each with the element it is about."""
    found = Axe().run(page, options=WCAG).response["violations"]
    return [f"{page.url}: {one['id']} at {one['nodes'][0]['target']}" for one in found]


@pytest.mark.parametrize(("locale", "width"), [("en", 1280), ("ar", 360)])
def test_what_a_stranger_sees(visitor: Come, locale: str, width: int) -> None:
    one = visitor(locale=locale, width=width)
    found = [trouble for path in PAGES for trouble in violations(one.go(path))]
    page = one.go("/debates")
    address = page.locator("main a[href*='/d/']").first.get_attribute("href")
    assert address is not None
    for path in (address, f"{address.rstrip('/')}/floor"):
        found += violations(one.go(path))
    page.emulate_media(color_scheme="dark")
    for path in ("/", address, "/start"):
        found += violations(one.go(path))
    assert found == []


def test_what_those_who_debate_see(visitor: Come) -> None:
    ana, ben = visitor(), visitor(width=360)
    link = ana.start("Every page can be used by everyone")
    found = violations(ana.page) + violations(ben.go(link))
    ben.join(link)
    expect(ana.page.locator("#composer textarea")).to_be_visible()
    found += violations(ana.page) + violations(ben.page)
    ana.say("short")
    expect(ana.page.locator("#composer textarea")).to_have_value("short")
    found += violations(ana.page)
    ana.say("This is long enough to be the first post on this floor.")
    expect(ben.page.locator("#composer textarea")).to_be_visible()
    found += violations(ana.page) + violations(ben.page)
    for path in ("/", "/account", "/notices", "/debates"):
        found += violations(ana.go(path))
    assert found == []
