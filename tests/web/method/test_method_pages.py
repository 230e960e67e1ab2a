"""The method's pages hold the method: every figure of the code, every question, every pattern."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from dikast.core import formats, graph, rubric
from dikast.judging import fingerprint
from dikast.perception.questions import OF_METHOD
from dikast.perception.questions.wording import prompt
from dikast.web.method.patterns import DEFINITIONS

PAGES = ("/method", "/method/graph", "/method/rubric", "/method/formats", "/method/limits", "/privacy", "/source")


def words(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(re.sub(r"<[^>]+>", "", answer.content.decode()))


@pytest.mark.parametrize("method", ["graph/1", "rubric/1"])
def test_a_method_stands_with_its_fingerprint_and_every_question_word_for_word(stranger: Client, method: str) -> None:
    page = words(stranger, f"/method/{method.split('/')[0]}")
    assert fingerprint(method) in page
    for question in OF_METHOD[method]:
        assert prompt(question) in page


def test_a_figure_in_force_is_the_figure_shown(stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "61%" not in words(stranger, "/method/graph")
    monkeypatch.setitem(graph.KEEPS, "survived", 61)
    monkeypatch.setattr(rubric, "CIVILITY_FLOOR", 7)
    caches["pages"].clear()
    assert "61%" in words(stranger, "/method/graph")
    assert "civility below 7." in words(stranger, "/method/rubric")


def test_the_patterns_are_those_of_the_question_in_its_words(stranger: Client) -> None:
    asked = dict(re.findall(r"^- ([a-z-]+): (.+)$", prompt("post/1"), re.MULTILINE))
    assert tuple(DEFINITIONS) == rubric.PATTERNS
    assert {name: asked[name] for name in rubric.PATTERNS} == DEFINITIONS
    page = words(stranger, "/method/rubric")
    for definition in DEFINITIONS.values():
        assert definition in page


def test_every_format_stands_with_its_order_and_lengths(stranger: Client) -> None:
    page = words(stranger, "/method/formats")
    for ident in formats.ids():
        form = formats.get(ident)
        assert form.name in page and form.about in page
        assert all(turn.role in page and f"to {turn.length.max_words}" in page for turn in form.turns)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_text_asks_the_database_nothing(
    stranger: Client, django_assert_num_queries: DjangoAssertNumQueries, address: str
) -> None:
    with django_assert_num_queries(0):
        page = stranger.get(address).content.decode()
    assert "%(" not in page and "<h1>" in page


def test_a_method_that_is_none_is_not_found(stranger: Client) -> None:
    assert stranger.get("/method/nothing").status_code == 404
