"""Words and graphemes, against examples and against an independent implementation of Unicode's annex 29."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from dikast.core.lengths import graphemes, words

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FLAGS = "\U0001f1f8\U0001f1ea\U0001f1e9\U0001f1ea"
#: Pieces whose clusters depend on their neighbours; all older than any supported Python's Unicode data.
PIECES = [
    "a", "é", "e\u0301", " ", "\n", "\r", "\r\n", "\t", "\u200b", "\u200c", "\u200d", "\ufe0f", "\u20e3", "1",
    "क", "ष", "त", "\u094d", "\u093f", "\u0902", "\u093c", "ক", "\u09cd", "க", "\u0bcd", "ക", "\u0d4d",
    "م", "\u064e", "\u0651", "\u0600", "ש", "\u05b8", "\u1100", "\u1161", "\u11a8", "가", "각", "ไ", "ก", "\u0e33",
    "\u1000", "\u102b", "\u1039", "漢", "か", "\u3099", "👍", "\U0001f3fd", "❤", "✈", "👩", "💻", "🇸", "🇪", "🇩",
    "\U0001f3f4", "\U000e0067", "\U000e007f", "©", "→", "𝄞", "\u202e", "\u2028",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("one\r\ntwo", 7),
        ("e\u0301", 1),
        (FAMILY, 1),
        (FLAGS, 2),
        (FLAGS + "\U0001f1eb", 3),
        ("👍\U0001f3fd", 1),
        ("❤\ufe0f", 1),
        ("नमस्ते", 3),
        ("क्षत्रिय", 3),
        ("مَرْحَبًا", 5),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", 2),
        ("한글", 2),
        ("1\ufe0f\u20e3", 1),
    ],
)
def test_a_grapheme_is_what_a_reader_sees_as_one_character(text: str, expected: int) -> None:
    assert graphemes(text) == expected


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_graphemes_agree_with_the_regex_library(text: str) -> None:
    assert graphemes(text) == len(regex.findall(r"\X", text)), ascii(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("  \n\t ", 0),
        ("... !? — *** ___", 0),
        ("\u200b\u200d\u202e\ufeff", 0),
        ("👍👍👍", 0),
        ("We don't agree: 3.5% of 1,000 isn’t much.", 8),
        ("well...no,yes", 3),
        ("well-known", 2),
        ("مَرْحَبًا بِكُم", 2),
        ("नमस्ते दुनिया", 2),
        ("می\u200cخواهم", 1),
        ("我们认为这不对", 7),
        ("한국어 토론", 2),
        ("AI很好", 3),
        ("_ _private", 1),
    ],
)
def test_words(text: str, expected: int) -> None:
    assert words(text) == expected


@given(st.text(max_size=40), st.text(max_size=40))
def test_lengths_of_two_lines_are_the_sum_of_both(one: str, two: str) -> None:
    assert words(f"{one}\n{two}") == words(one) + words(two)
    assert graphemes(f"{one}|\n|{two}") == graphemes(f"{one}|") + 1 + graphemes(f"|{two}")
