"""No text of a stranger, in any field of a case, becomes markup, a request or a style; nothing invisible stays hidden."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import html_cases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dikast.record.exporters.html import page
from dikast.record.exporters.shown import clean, direction, language, plain, shown

NAUGHTY = (
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</style><script>x</script>",
    "</title><iframe src=//evil.example></iframe>", "javascript:alert(1)", "url(https://evil.example/x)",
    "}</style><style>*{display:none}", "<svg/onload=alert(1)>", "<!--", "]]>", "{{7*7}}{% raw %}", "{0.__class__}{w}",
    "&lt;b&gt;&#60;script&#62;", "<a href=https://evil.example>x</a>", "\u202eevil\u2066\u200b", "a\x00b\x1b[31m",
    "x\" style=\"position:fixed", "<base href=https://evil.example>", "\ud800", "ﷺ" * 20, "sha256:</style>",
)
ALLOWED_TAGS = frozenset(
    "html head meta title style body a header p svg circle path rect defs pattern b code fieldset legend label input main ul li "
    "section div h1 h2 h3 span dl dt dd details summary ol blockquote mark pre article s bdi g text aside table caption thead "
    "tbody tr th td footer".split()
)
ALLOWED_ATTRIBUTES = frozenset(
    "lang dir charset http-equiv content name class href viewbox width height aria-hidden focusable cx cy r fill stroke "
    "stroke-width stroke-linejoin stroke-dasharray d id type checked aria-labelledby aria-label x y patternunits "
    "patterntransform overflow transform tabindex role text-anchor direction scope title".split()
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


def _spread(value: Any, words: str) -> Iterator[Any]:
    """Yield `value` with `words` in place of each string in it, one at a time."""
    if isinstance(value, str):
        yield words
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "method":
                for changed in _spread(inner, words):
                    yield {**value, key: changed}
    elif isinstance(value, list):
        # The first and the last stand for the rest, which are of the same kind.
        for place in sorted({0, len(value) - 1} & set(range(len(value)))):
            for changed in _spread(value[place], words):
                yield [*value[:place], changed, *value[place + 1:]]


def _all(value: Any, words: str) -> Any:
    """Return `value` with `words` put before every string that is not a reference or a code."""
    if isinstance(value, str):
        return words + value
    if isinstance(value, dict):
        kept = {"id", "speech", "target", "kind", "rebuttal", "post", "method", "side", "move", "answers", "concedes", "class",
                "winner", "call", "finding", "rule", "outcome", "weight", "fates", "states", "about", "after", "amount", "perception"}
        return {key: inner if key in kept else _all(inner, words) for key, inner in value.items()}
    return [_all(one, words) for one in value] if isinstance(value, list) else value


CASES = (html_cases.graph_case(), html_cases.floor_case())


@pytest.mark.parametrize("case", CASES, ids=("graph", "floor"))
def test_a_naughty_string_in_any_one_field_stays_text(case: dict[str, Any]) -> None:
    clean_style = _watched(page(case)).style
    for number, changed in enumerate(_spread(case, "\0")):
        words = NAUGHTY[number % len(NAUGHTY)]
        text = page(_filled(changed, words))
        watch = _watched(text)
        assert watch.found == []
        assert "evil.example" not in watch.style and len(watch.style) <= len(clean_style)


def _filled(value: Any, words: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, words) for inner in value]
    return words if value == "\0" else value


@pytest.mark.parametrize("words", NAUGHTY)
def test_a_naughty_string_in_every_text_at_once_stays_text(words: str) -> None:
    for case in CASES:
        text = page(_all(case, words))
        assert _watched(text).found == []
        assert not any(char in text for char in "\u202e\u2066\u200b\x00\x1b\ud800")


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
    assert all(char in "\n" or char.isprintable() or char in "\u200c\u200d\ufe0e\ufe0f\xa0" or char.isspace() for char in str(shown(text)))


def test_a_language_tag_that_is_none_is_left_out() -> None:
    assert language("ar-EG") == "ar-EG" and language('en" onload="x') == "" and language("") == ""
    assert direction("fa") == "rtl" and direction("de", "שלום") == "ltr" and direction("", "שלום") == "rtl"
