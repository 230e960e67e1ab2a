"""What is taken from a ruling is what the command line would have written, and is made once."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client

from dikast.record.exporters import pdf as pdf_exporter
from dikast.record.verify import verify
from dikast.web.debates.models import Debate, Judging
from dikast.web.ruling import papers

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture(autouse=True)
def _own_papers(tmp_path: Path, settings: Any) -> Iterator[None]:
    settings.DIKAST_DATA = tmp_path
    yield


@pytest.mark.parametrize("method", ["graph", "rubric"])
def test_the_case_file_is_the_file_that_was_judged(ruled: Debate, stranger: Client, method: str) -> None:
    answer = stranger.get(f"/d/{ruled.slug}/case.json?method={method}")
    assert answer.content == (EXAMPLES / f"school-at-ten.{method}.case.json").read_bytes()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="dikast-{ruled.slug}.{method}.case.json"'
    assert [one for one in verify(json.loads(answer.content)).problems if one.level == "error"] == []


def test_the_table_adds_up_to_the_totals(ruled: Debate, stranger: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(stranger.get(f"/d/{ruled.slug}/ledger.csv").content.decode())))
    sums = {side: sum(Fraction(row["amount"]) for row in rows if row["side"] == side) for side in "AB"}
    assert sums == {"A": 89, "B": 69} and len(rows) == 18


def test_the_page_to_keep_asks_for_nothing(ruled: Debate, stranger: Client) -> None:
    page = stranger.get(f"/d/{ruled.slug}/ruling.html").content.decode()
    assert page.startswith("<!doctype html>") and 'id="flow"' in page
    assert "<script" not in page and 'src="' not in page and "<link" not in page


def test_a_paper_is_made_once_for_a_case_and_a_language(
    ruled: Debate, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, str]] = []

    def pdf(document: dict[str, Any], tongue: str, address: str) -> bytes:
        made.append((tongue, address))
        return f"{document['method']} {tongue}".encode()

    monkeypatch.setattr(pdf_exporter, "pdf", pdf)
    address = f"/d/{ruled.slug}/ruling.pdf"
    answers = [stranger.get(address), stranger.get(address), stranger.get(address, headers={"accept-language": "ar"})]
    assert [answer.content for answer in answers] == [b"graph/1 en", b"graph/1 en", b"graph/1 ar"]
    assert made == [("en", f"http://testserver/d/{ruled.slug}"), ("ar", f"http://testserver/d/{ruled.slug}")]
    assert answers[0].headers["Content-Type"] == "application/pdf"
    mark = {"if-none-match": answers[0].headers["ETag"]}
    assert stranger.get(address, headers=mark).status_code == 304
    Judging.objects.filter(debate=ruled, method="graph/1").update(seal="sha256:" + "1" * 64)
    assert stranger.get(address, headers=mark).content == b"graph/1 en"
    assert len(made) == 3


@pytest.mark.parametrize("name", ["asked", "case.json", "ledger.csv", "ruling.html", "ruling.pdf", "share.png"])
def test_nothing_is_taken_from_what_one_may_not_see_or_is_not_there(
    ruled: Debate, floor: Debate, stranger: Client, name: str
) -> None:
    Debate.objects.filter(pk=ruled.pk).update(visibility="private")
    assert stranger.get(f"/d/{ruled.slug}/{name}").status_code == 404
    assert stranger.get(f"/d/{floor.slug}/{name}").status_code == 404


def test_only_so_many_papers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "MOST", 3)
    for number in range(6):
        papers.kept(str(number), "png", lambda: b"x")
    assert len(list((configured.DIKAST_DATA / "papers").glob("*.png"))) == 3


def test_many_who_ask_at_once_get_one_paper_or_are_asked_to_come_again() -> None:
    began, go = threading.Event(), threading.Event()
    made: list[int] = []
    results: list[bytes | None] = []

    def make() -> bytes:
        made.append(1)
        began.set()
        go.wait(5)
        return b"paper"

    def ask() -> None:
        try:
            results.append(papers.kept("one", "pdf", make))
        except papers.Busy:
            results.append(None)

    asking = [threading.Thread(target=ask) for _ in range(5)]
    asking[0].start()
    assert began.wait(5)
    for thread in asking[1:]:
        thread.start()
    for thread in asking[2:]:
        thread.join(0.3)
    go.set()
    for thread in asking:
        thread.join(5)
    assert made == [1] and len(results) == 5
    assert results.count(b"paper") == papers.SERVED and results.count(None) == 5 - papers.SERVED


def test_who_comes_when_too_many_wait_is_told_so(
    ruled: Debate, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(key: str, kind: str, make: Callable[[], bytes]) -> bytes:
        raise papers.Busy

    monkeypatch.setattr("dikast.web.ruling.exports.kept", busy)
    answer = stranger.get(f"/d/{ruled.slug}/ruling.pdf")
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "10" and "ETag" not in answer.headers
