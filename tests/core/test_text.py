"""Folding keeps words and loses typography, and its offsets lead back to the original."""

from __future__ import annotations

import time
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from dikast.core.text import DASHES, QUOTE_MARKS, SOFT_HYPHEN, WHITE_SPACE, fold, same_words

TYPOGRAPHY = QUOTE_MARKS + DASHES + WHITE_SPACE + SOFT_HYPHEN
MARKS = "\u0301\u0323\u0307\u064b\u0650\u0651\u0654\u1161\u11a8\u09be\u0338\u3099"
LETTERS = "aeoqAK1=<>\u1100\uac00\u212b\u0958\u2126か"
texts = st.text(st.one_of(st.sampled_from(LETTERS + MARKS + TYPOGRAPHY), st.characters()))


@given(texts)
@settings(max_examples=300)
def test_folding_is_nfc_and_idempotent(text: str) -> None:
    folded, starts = fold(text)
    assert folded == unicodedata.normalize("NFC", folded)
    assert fold(folded)[0] == folded
    assert len(starts) == len(folded) + 1 and starts[-1] == len(text)
    assert list(starts) == sorted(starts)


@given(texts)
@settings(max_examples=300)
def test_folding_equals_the_plain_definition(text: str) -> None:
    plain = text.translate(str.maketrans(dict.fromkeys(QUOTE_MARKS, "'") | dict.fromkeys(DASHES, "-")))
    plain = plain.translate(str.maketrans(dict.fromkeys(WHITE_SPACE, " "))).replace(SOFT_HYPHEN, "")
    while "  " in plain:
        plain = plain.replace("  ", " ")
    assert fold(text)[0] == unicodedata.normalize("NFC", plain)


@given(texts, texts, texts)
def test_a_found_passage_is_the_quote_word_for_word(before: str, quote: str, after: str) -> None:
    text = before + " x" + quote + "x " + after
    folded, starts = fold(text)
    wanted = fold("x" + quote + "x")[0]
    at = folded.index(wanted)
    assert same_words(text[starts[at] : starts[at + len(wanted)]], "x" + quote + "x")


@given(st.text("abc123 ", min_size=1), st.data())
def test_a_changed_letter_or_digit_stays_different(text: str, data: st.DataObject) -> None:
    words = "q" + text + "q"
    at = data.draw(st.integers(0, len(words) - 1))
    changed = words[:at] + "Z" + words[at + 1 :]
    assert not same_words(words, changed)


def test_quotes_dashes_blanks_and_hyphenation_do_not_matter() -> None:
    assert same_words("\u201cco\u00adoperate\u201d \u2014 don\u2019t\n\t stop", "'cooperate' - don't stop")
    assert same_words("cafe\u0301", "caf\u00e9")
    assert not same_words("we can", "we cannot")


def test_a_long_speech_folds_in_time_linear_in_it() -> None:
    speeches = {
        "plain": "The city\u2019s plan \u2014 as told \u2014 costs 12 million.\n\n" * 4500,
        "decomposed": unicodedata.normalize("NFD", "Ça coûte très cher à l\u2019été. ") * 6000,
        "vowelled": "كَتَبَ الْوَلَدُ الدَّرْسَ " * 8000,
        "hostile marks": "a" + "\u0301\u0316" * 100_000,
    }
    for name, text in speeches.items():
        text = text[:200_000]
        best = min(_seconds(text) for _ in range(3))
        assert best < 1.0, f"{name}: {best:.3f} s"


def _seconds(text: str) -> float:
    start = time.perf_counter()
    fold(text)
    return time.perf_counter() - start
