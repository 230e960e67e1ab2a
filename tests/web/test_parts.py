"""The parts that all pages are made of: what they show of strangers' text, of figures and of time."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from dikast.record.exporters import html

HOSTILE = '</a><script>alert(1)</script> %(x)s {0} {{ 7*7 }} "\u202e\u0000'


@pytest.fixture(scope="module")
def site() -> Environment:
    made = Environment(
        loader=ChoiceLoader([PackageLoader("dikast.web"), PackageLoader("dikast.record.exporters")]),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters.update(html.environment().filters)
    made.globals.update(
        _=Markup,
        ngettext=lambda one, many, number: Markup(one if number == 1 else many),
        url=lambda name: f"/{name}",
        static=lambda path: f"/static/{path}",
        get_messages=lambda request: [],
    )
    return made


def render(site: Environment, source: str, **context: Any) -> str:
    return site.from_string(source).render(csrf_input=Markup('<input name="csrfmiddlewaretoken">'), **context)


def page(site: Environment, person: object, **more: Any) -> str:
    shared = {"tongue": "en", "facing": "ltr", "scheme": "dark", "tongues": [("en", "English"), ("ar", "العربية")]}
    request = SimpleNamespace(get_full_path=lambda: "/d/x?a=1&b=2")
    source = '{% extends "base.html.j2" %}{% set here = "debates" %}{% block main %}said{% endblock %}'
    return render(site, source, person=person, request=request, **shared, **more)


class Someone:
    """A person with a name that would be markup."""

    is_reviewer = True

    def __str__(self) -> str:
        return HOSTILE


def test_a_strangers_page_is_the_same_for_every_stranger(site: Environment) -> None:
    shown = page(site, None)
    assert "csrfmiddlewaretoken" not in shown and "/review" not in shown
    assert 'data-scheme="dark"' in shown and 'value="/d/x?a=1&amp;b=2"' in shown
    assert shown.count('<a href="/debates" aria-current="page">') == 2


def test_a_persons_page_has_his_name_his_notices_and_his_work(site: Environment) -> None:
    shown = page(site, Someone(), notices_unread=3)
    assert "<script>alert" not in shown and "&lt;script&gt;" in shown
    assert '<b class="tally">3</b>' in shown and 'href="/review"' in shown and "/sign-in" not in shown


def test_no_page_has_a_style_or_script_of_its_own(site: Environment) -> None:
    shown = page(site, Someone(), notices_unread=0)
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?! src=)", shown)


@pytest.mark.parametrize("part", ["ruled(rows)", "running(rows)"])
def test_a_motion_in_a_list_is_shown_and_never_obeyed(site: Environment, part: str) -> None:
    row = {
        "address": "/d/x", "motion": HOSTILE, "lang": "", "tongue": HOSTILE, "side": "A", "finding": HOSTILE,
        "note": HOSTILE,
        "bar": {"kind": "ahead", "a": 70, "b": 30}, "names": {"A": HOSTILE, "B": "b"}, "state": HOSTILE,
        "when": "Today", "date": "2026-03-01",
    }  # fmt: skip
    name = part.split("(")[0]
    shown = render(site, '{% from "parts/debate_rows.html.j2" import ' + name + " %}{{ " + part + " }}", rows=[row])
    assert "<script" not in shown and "{{ 7*7 }}" in shown and "%(x)s {0}" in shown
    assert '<span class="hidden-char" dir="ltr">U+202E</span>' in shown


@pytest.mark.parametrize(
    ("kind", "a", "b", "drawn"),
    [
        ("ahead", 54, 46, ['width="54%"', 'x="54%" y="0" width="46%"', "bar-tick"]),
        ("ahead", 100, 0, ['width="100%"']),
        ("ahead", 0, 100, ['x="0%" y="0" width="100%"']),
        ("level", 52, 48, ["bar-empty", 'x="47%" y="0" width="6%"']),
        ("none", 50, 50, ["No points yet"]),
    ],
)
def test_a_bar_is_drawn_from_whole_shares(site: Environment, kind: str, a: int, b: int, drawn: list[str]) -> None:
    source = '{% from "parts/bar_small.html.j2" import list_bar %}{{ list_bar(kind, a, b, {"A": "For", "B": "No"}) }}'
    shown = render(site, source, kind=kind, a=a, b=b)
    assert all(piece in shown for piece in drawn)
    assert ('class="bar-a"' in shown) is (kind == "ahead" and a > 0)
    assert ("hatch-small" in shown) is (kind == "ahead" and b > 0)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (-1, "time is up"),
        (0, "time is up"),
        (9, "due in 0:09"),
        (300, "due in 5:00"),
        (301, "due in 5 min"),
        (6720, "due in 1 h 52 min"),
        (172799, "due in 47 h 59 min"),
        (176400, "due in 2 d 1 h"),
    ],
)
def test_a_clock_says_what_is_left(site: Environment, left: int, words: str) -> None:
    source = '{% from "parts/clock.html.j2" import clock %}{{ clock("2026-03-14T18:00Z", left) }}'
    assert render(site, source, left=left).endswith(f">{words}</time>")


def test_what_was_typed_comes_back_exactly(site: Environment) -> None:
    source = '{% from "parts/form.html.j2" import area, field %}{{ area("t", "T", v) }}{{ field("f", "F", value=v) }}'
    shown = render(site, source, v="\n\n</textarea>'\"&amp;\u202e")
    assert "<textarea" in shown and ">\n\n\n&lt;/textarea&gt;&#39;&#34;&amp;amp;\u202e</textarea>" in shown
    assert 'value="\n\n&lt;/textarea&gt;&#39;&#34;&amp;amp;\u202e"' in shown


def test_an_error_is_tied_to_its_field(site: Environment) -> None:
    source = (
        '{% from "parts/form.html.j2" import refused, field %}{{ refused("No.", "", [("mail", m)]) }}'
        '{{ field("mail", "Address", hint="yours", error=m) }}'
    )
    shown = render(site, source, m="<b>bad</b>")
    assert '<a href="#f-mail">&lt;b&gt;bad&lt;/b&gt;</a>' in shown
    assert 'aria-describedby="f-mail-error f-mail-hint" aria-invalid="true"' in shown


@pytest.mark.parametrize(("pages", "links"), [(1, []), (2, ["/b"])])
def test_a_list_of_one_page_has_no_pager(site: Environment, pages: int, links: list[str]) -> None:
    shown = render(site, '{% from "parts/pager.html.j2" import pager %}{{ pager(1, n, "", "/b") }}', n=pages)
    assert re.findall(r'href="([^"]*)"', shown) == links
