"""The whole platform and a real browser, for as long as the tests of this folder run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from serving import Served, served
from visiting import Visitor
from wire import Wire

CHROMIUM = "/usr/bin/chromium"
#: It shares a small machine with the platform, and calls nobody.
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The platform with the example debates; what it logged must hold no fault."""
    with served(tmp_path_factory.mktemp("site"), DIKAST_WEB_PROCESSES="1") as here:
        yield here
    assert "Traceback" not in here.log.read_text("utf-8", "replace")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser; each visitor has a profile of his own in it. It ends with its module: its event loop runs in this
    thread, where other tests run theirs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield browser
        browser.close()


@pytest.fixture
def visitor(site: Served, chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """Returns somebody with a browser of his own, such as ``visitor(locale="ar", javascript=False)``.

    Nobody may have seen an error of a script, a refusal by the security policy or a fault of the server.
    """
    came: list[Visitor] = []

    def come(**options: object) -> Visitor:
        address = options.pop("address", site.address)
        came.append(Visitor(chromium, address, **options))  # type: ignore[arg-type]
        return came[-1]

    yield come
    for one in came:
        one.leave()
    assert [trouble for one in came for trouble in one.troubles] == []


@pytest.fixture
def wire(site: Served) -> Iterator[Wire]:
    """A wire to the platform that can be cut."""
    laid = Wire(site.port)
    yield laid
    laid.close()
