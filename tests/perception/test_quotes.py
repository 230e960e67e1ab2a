"""A quote counts word for word only, at the right place, and the opponent's words stay his."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dikast.perception.port import Rejection
from dikast.perception.questions.evidence import Evidence, Quote
from dikast.perception.quotes import Passages, find, words

SPEECH = (
    "Taxes fell by 15 percent in 2019, so we can spend more. \u201cWe don\u2019t need it\u201d \u2014 that is what "
    "they told us.\n\nTaxes fell by 15 percent in 2019, so *nobody* was hurt. We should not raise them again."
)


def found(quote: str, start: int = 0) -> str | None:
    span = find(SPEECH, quote, start)
    return None if span is None else SPEECH[span[0] : span[1]]


@pytest.mark.parametrize(
    "quote",
    [
        "Taxes fell by 15 percent",
        '"We don\'t need it" - that is what they told us',
        "We  don\u2019t\nneed it",
        "so nobody was hurt",
        "so *nobody* was hurt",
        "not raise them again",
        "\u2026not raise them again.\u201d",
    ],
)
def test_typography_and_markup_do_not_matter(quote: str) -> None:
    assert found(quote) is not None


@pytest.mark.parametrize(
    "quote",
    [
        "Taxes fell by 16 percent",
        "Taxes fell by 15.5 percent",
        "We should raise them again",
        "We do need it",
        "taxes fell by 15 percent",
        "axes fell by 15 percent",
        "Taxes fell by 15 per",
        "Taxes fell by 1",
        "We don",
        "Taxes rose",
        "told us so nobody was hurt",
        "",
        " .,!",
    ],
)
def test_a_changed_word_letter_or_digit_is_not_found(quote: str) -> None:
    assert found(quote) is None


def test_repeated_passages_resolve_in_order_and_start_over_at_the_end() -> None:
    passages = Passages(SPEECH)
    first = passages.find("Taxes fell by 15 percent")
    assert first is not None and first[0] == 0
    second = passages.find("Taxes fell by 15 percent", first[1])
    assert second is not None and second[0] == SPEECH.index("Taxes", 5)
    assert passages.find("Taxes fell by 15 percent", second[1]) is None
    assert passages.resolve("Taxes fell by 15 percent", second[1]) == first


def test_words_of_scripts_without_blanks_have_edges_everywhere() -> None:
    text = "\u6211\u4eec\u4e0d\u5e94\u8be5\u63d0\u9ad8\u7a0e\u6536"
    assert find(text, text[2:6]) == (2, 6)
    assert words(text) == len(text)


@given(st.data())
@settings(max_examples=200)
def test_any_run_of_whole_words_is_found_where_it_stands(data: st.DataObject) -> None:
    parts = data.draw(
        st.lists(
            st.sampled_from(["tax", "cut", "**law**", "not", "15", "won't", "“fair”", "a.b", "<b>x</b>", "_so_"]),
            min_size=1,
            max_size=30,
        )
    )
    text = " ".join(parts)
    begin = data.draw(st.integers(0, len(parts) - 1))
    end = data.draw(st.integers(begin + 1, len(parts)))
    span = find(text, " ".join(parts[begin:end]))
    assert span is not None
    again = find(text, text[span[0] : span[1]])
    assert again is not None and again[0] <= span[0]


@given(st.lists(st.sampled_from(["we", "should", "not", "ban", "15", "zoos"]), min_size=3, max_size=12), st.data())
@settings(max_examples=200)
def test_dropping_a_word_from_the_middle_fails(parts: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.integers(1, len(parts) - 2))
    shorter = parts[:gone] + parts[gone + 1 :]
    assume(" ".join(shorter) not in " ".join(parts))
    assert find(" ".join(parts), " ".join(shorter)) is None


def test_hidden_words_cannot_be_quoted_away() -> None:
    assert find("We should <!-- not --> ban zoos", "We should ban zoos") is None
    assert find("We should <!-- not --> ban zoos", "not") is None


def test_the_opponents_words_are_not_the_speakers() -> None:
    earlier = "Zoos are prisons for animals, and nobody learns there."
    said, own = "\u201cZoos are prisons for animals\u201d", "\u201cCare comes first of all\u201d"
    speech = f"They said {said}. But my zoo is no prison. {own}."
    evidence = Evidence(speech, opponent=(earlier,))
    taken = evidence.check("Zoos are prisons for animals", "moves[0]")
    assert isinstance(taken, Rejection) and taken.code == "quote.opponents-words"
    assert isinstance(evidence.check("my zoo is no prison", "moves[1]"), Quote)
    assert isinstance(evidence.check("Care comes first of all", "moves[2]"), Quote), "quoted, but not from them"
    line = Evidence("> Zoos are prisons for animals\n\nThey are not.", opponent=(earlier,))
    assert isinstance(line.check("Zoos are prisons for animals", "moves[0]"), Rejection)


def test_offsets_within_a_part_are_those_of_the_whole_speech() -> None:
    begin = SPEECH.index("Taxes", 5)
    quote = Evidence(SPEECH, (begin, len(SPEECH))).check("Taxes fell by 15 percent", "moves[0]")
    assert isinstance(quote, Quote) and quote.at[0] == begin
    assert SPEECH[quote.at[0] : quote.at[1]] == quote.text


@pytest.mark.parametrize(
    ("quote", "code"),
    [
        ("told us", "quote.too-short"),
        ("word " * 90, "quote.too-long"),
        ("they told him", "quote.not-found"),
    ],
)
def test_what_is_no_evidence_is_rejected_with_its_reason(quote: str, code: str) -> None:
    rejected = Evidence(SPEECH).check(quote, "moves[0]")
    assert isinstance(rejected, Rejection) and rejected.code == code


def test_a_speech_of_200_000_characters_takes_little_time() -> None:
    source = random.Random(1)
    vocabulary = [
        "lazy",
        "dog",
        "\u201cfair\u201d",
        "don\u2019t",
        "tax\u2014cut",
        "**really**",
        "costs",
        "1.5",
        "percent",
    ]
    text = " ".join(source.choices(vocabulary, k=30_000))[:199_900] + " and here is the end of it"
    best = min(_seconds(text, copy) for copy in range(5))
    assert best < 0.25, "goal 0.05 s; the test leaves room for a busy machine"


def _seconds(text: str, copy: int) -> float:
    text += " " * copy  # a new text each time: nothing remembered
    start = time.perf_counter()
    assert find(text, "here is the end of it") is not None
    return time.perf_counter() - start
