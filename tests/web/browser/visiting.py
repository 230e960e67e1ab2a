"""What a person does in a browser: start a debate, take a seat, argue, watch."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect

#: Milliseconds within which what happens to others must be seen.
SOON = 20_000
expect.set_options(timeout=SOON)


class Visitor:
    """Somebody with a browser of his own.

    Args:
        browser: where his profile is made.
        address: the platform's.
        locale: what his browser asks for.
        javascript: whether scripts run.
        width: of his window.
    """

    def __init__(
        self, browser: Browser, address: str, locale: str = "en", javascript: bool = True, width: int = 1280
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            locale=locale, java_script_enabled=javascript, viewport={"width": width, "height": 900}
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(SOON)
        self.troubles: list[str] = []
        self.offline = False
        self.page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        self.page.on("console", self._hear)
        self.page.on("response", self._receive)

    def _hear(self, message: ConsoleMessage) -> None:
        known = self.offline or "status of 4" in message.text or "net::ERR" in message.text
        if message.type == "error" and not known:
            self.troubles.append(f"console: {message.text}")

    def _receive(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"{response.status} at {response.url}")

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    def go(self, path: str) -> Page:
        """Open a page and return it."""
        self.page.goto(self.address + path)
        return self.page

    def start(self, motion: str, format: str = "open-floor", name: str = "Ana") -> str:
        """Start a debate for the motion's own side, and return the path of the link that invites the other side."""
        page = self.go("/start")
        page.fill("[name=motion]", motion)
        page.check(f"[name=format][value={format}]")
        page.check("[name=side][value=A]")
        page.fill("[name=name]", name)
        page.locator("main form [type=submit], main form button").last.click()
        link = page.locator(".invitations input").first
        expect(link).to_be_visible()
        return urlsplit(link.input_value()).path

    def join(self, link: str, name: str = "Ben") -> None:
        """Take the seat of an invitation."""
        page = self.go(link)
        page.fill("[name=name]", name)
        page.locator("main form button").last.click()
        page.wait_for_url(re.compile("/d/"))

    @property
    def posts(self):  # type: ignore[no-untyped-def]
        """The posts on the page."""
        return self.page.locator("#posts > *")

    def say(self, text: str, act: str = "", target: int | None = None) -> None:
        """Post `text`, or yield, once the composer is there."""
        page = self.page
        expect(page.locator("#composer textarea")).to_be_visible()
        if act:
            page.check(f"#composer [name=act][value={act}]")
        if target is not None:
            page.select_option("#composer [name=target]", str(target))
        if act != "yields":
            page.fill("#composer textarea", text)
        page.locator("#composer .send button:visible").first.click()
