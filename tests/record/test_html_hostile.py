"""No stranger's text, in any field of a case, becomes markup, a request or a style; nothing invisible stays hidden."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.record.exporters.html import page
from dikast.record.exporters.shown import clean, direction, language, plain, shown

sys.path.insert(0, str(Path(__file__).parents[1] / "plain"))
import html_cases

NAUGHTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</style><script>x</script>",
    "</title><iframe src=//evil.example></iframe>",
    "javascript:alert(1)",
    "url(https://evil.example/x)",
    "}</style><style>*{display:none}",
    "<svg/onload=alert(1)>",
    "<!--",
    "]]>",
    "{{7*7}}{% raw %}",
    "{0.__class__}{w}",
    "&lt;b&gt;&#60;script&#62;",
    "<a href=https://evil.example>x</a>",
    "\u202eevil\u2066\u200b",
    "a\x00b\x1b[31m",
    'x" style="position:fixed',
    "<base href=https://evil.example>",
    "\ud800",
    "ﷺ" * 20,
    "sha256:</style>",
)
ALLOWED_TAGS = frozenset(
    [
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "a",
        "header",
        "p",
        "svg",
        "circle",
        "path",
        "rect",
        "defs",
        "pattern",
        "b",
        "code",
        "fieldset",
        "legend",
        "label",
        "input",
        "main",
        "ul",
        "li",
        "section",
        "div",
        "h1",
        "h2",
        "h3",
        "span",
        "dl",
        "dt",
        "dd",
        "details",
        "summary",
        "ol",
        "blockquote",
        "mark",
        "pre",
        "article",
        "s",
        "bdi",
        "g",
        "text",
        "aside",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "footer",
    ]
)
ALLOWED_ATTRIBUTES = frozenset(
    [
        "lang",
        "dir",
        "charset",
        "http-equiv",
        "content",
        "name",
        "class",
        "href",
        "viewbox",
        "width",
        "height",
        "aria-hidden",
        "focusable",
        "cx",
        "cy",
        "r",
        "fill",
        "stroke",
        "stroke-width",
        "stroke-linejoin",
        "stroke-dasharray",
        "d",
        "id",
        "type",
        "checked",
        "aria-labelledby",
        "aria-label",
        "x",
        "y",
        "patternunits",
        "patterntransform",
        "overflow",
        "transform",
        "tabindex",
        "role",
        "text-anchor",
        "direction",
        "scope",
        "title",
    ]
)


class Watch(HTMLParser):
    """Collects whatever a page must not hold."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.style = ""
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        if tag not in ALLOWED_TAGS:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            given = (value or "").strip().lower()
            if name not in ALLOWED_ATTRIBUTES:
                self.found.append(f"{tag} {name}={value}")
            if name == "href" and not given.startswith("#"):
                self.found.append(f"{tag} href {value}")
            if name == "fill" and given not in ("none", "currentcolor", "url(#hatch)"):
                self.found.append(f"{tag} fill {value}")
            if name in ("id", "class", "href") and any(char in given for char in "<>\"'\\\u202e"):
                self.found.append(f"{tag} {name} {value}")

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.style += data

    def handle_comment(self, data: str) -> None:
        self.found.append(f"<!--{data}")


def _watched(text: str) -> Watch:
    watch = Watch()
    watch.feed(text)
    watch.close()
    return watch


def _keys(value: Any) -> set[str]:
    """Return the names under which `value` holds strings, at any depth; the names of names are data too."""
    if isinstance(value, dict):
        own = {
            key
            for key, inner in value.items()
            if isinstance(inner, str) or (isinstance(inner, list) and "" in map(_kind, inner))
        }
        return own.union(*map(_keys, value.values()))
    return set().union(*map(_keys, value)) if isinstance(value, list) else set()


def _kind(value: Any) -> str | None:
    return "" if isinstance(value, str) else None


def _replaced(value: Any, key: str, words: str) -> Any:
    """Return `value` with `words` in place of every string that stands under `key`."""
    if isinstance(value, dict):
        return {
            name: words
            if name == key and isinstance(inner, str)
            else [words if isinstance(one, str) else _replaced(one, key, words) for one in inner]
            if name == key and isinstance(inner, list)
            else _replaced(inner, key, words)
            for name, inner in value.items()
        }
    return [_replaced(one, key, words) for one in value] if isinstance(value, list) else value


def _all(value: Any, words: str) -> Any:
    """Return `value` with `words` put before every string that is not a reference or a code."""
    if isinstance(value, str):
        return words + value
    if isinstance(value, dict):
        kept = {
            "id",
            "speech",
            "target",
            "kind",
            "rebuttal",
            "post",
            "method",
            "side",
            "move",
            "answers",
            "concedes",
            "class",
            "winner",
            "call",
            "finding",
            "rule",
            "outcome",
            "weight",
            "fates",
            "states",
            "about",
            "after",
            "amount",
            "perception",
        }
        return {key: inner if key in kept else _all(inner, words) for key, inner in value.items()}
    return [_all(one, words) for one in value] if isinstance(value, list) else value


CASES = (html_cases.graph_case(), html_cases.floor_case())


@pytest.mark.parametrize("case", CASES, ids=("graph", "floor"))
def test_a_naughty_string_in_place_of_any_one_field_stays_text(case: dict[str, Any]) -> None:
    clean_style = _watched(page(case)).style
    for number, key in enumerate(sorted(_keys(case) - {"method"})):
        watch = _watched(page(_replaced(case, key, NAUGHTY[number % len(NAUGHTY)])))
        assert watch.found == [], key
        assert "evil.example" not in watch.style and len(watch.style) <= len(clean_style), key


@pytest.mark.parametrize("words", NAUGHTY)
def test_a_naughty_string_in_every_text_at_once_stays_text(words: str) -> None:
    text = page(_all(CASES[1], words))
    assert _watched(text).found == []
    assert not any(char in text for char in "\u202e\u2066\u200b\x00\x1b\ud800")


def test_all_naughty_strings_in_every_text_at_once_stay_text() -> None:
    watch = _watched(page(_all(CASES[0], " ".join(NAUGHTY))))
    assert watch.found == [] and "evil" not in watch.style


def test_the_policy_forbids_every_request_and_script() -> None:
    text = page(CASES[0])
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:\"" in text
    assert "http:" not in text and "https:" not in text and "//" not in text.replace("<!doctype", "")


def test_hidden_characters_are_named_and_ordinary_ones_are_not() -> None:
    assert str(shown("a\u202eb\x07")) == (
        'a<span class="hidden-char" dir="ltr">U+202E</span>b<span class="hidden-char" dir="ltr">U+0007</span>'
    )
    assert plain("a\u200b\nb") == "a[U+200B] b"
    for ordinary in ("می\u200cخواهم", "👩\u200d💻", "☎\ufe0f", "क्\u200dष", "naïve — “so”", "سلام"):
        assert clean(ordinary) == [(ordinary, False)], ordinary


@given(st.text())
def test_shown_text_never_holds_markup_of_its_own(text: str) -> None:
    watch = _watched(str(shown(text)))
    assert watch.found == []
    assert all(
        char in "\n" or char.isprintable() or char in "\u200c\u200d\ufe0e\ufe0f\xa0" or char.isspace()
        for char in str(shown(text))
    )


def test_a_language_tag_that_is_none_is_left_out() -> None:
    assert language("ar-EG") == "ar-EG" and language('en" onload="x') == "" and language("") == ""
    assert direction("fa") == "rtl" and direction("de", "שלום") == "ltr" and direction("", "שלום") == "rtl"
