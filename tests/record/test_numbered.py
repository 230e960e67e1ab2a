"""Numbered lines hold the whole speech, keep to their width, and know where marked words stand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dikast.record.exporters.numbered import COLUMNS, numbered, places
from dikast.record.exporters.passages import Ref, pieces

WORDS = "Buses should be free, because a fare keeps poor riders at home. " * 6


def told(text: str, *refs: Ref) -> list[str]:
    return ["".join(piece.text for piece in line.pieces) for line in numbered(pieces(text, refs))]


@given(st.text(alphabet="ab é中\u0301\n\r\u2028\t ", max_size=400))
def test_nothing_but_line_breaks_is_lost(text: str) -> None:
    lines = told(text)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert [line.number for line in numbered(pieces(text, ()))] == list(range(1, len(lines) + 1))


def test_lines_break_between_words_and_keep_to_their_width() -> None:
    lines = told(WORDS)
    assert len(lines) == 5
    assert all(len(line.rstrip()) <= COLUMNS and line[0] != " " for line in lines)
    assert [len(line) for line in told("x" * 200)] == [COLUMNS, COLUMNS, 32]
    assert [len(line) for line in told("中" * 60)] == [COLUMNS // 2, 18]


def test_paragraphs_begin_lines_and_empty_ones_have_none() -> None:
    lines = numbered(pieces("One.\r\n\n  \nTwo.", ()))
    assert [(line.number, line.begins) for line in lines] == [(1, True), (2, True)]


def test_marked_words_are_found_on_their_lines() -> None:
    start = WORDS.index("home", 80)
    refs = (Ref(0, 5, "A1", "words-1", "move-1"), Ref(start, start + 120, "A2", "words-2", "move-2"))
    lines = numbered(pieces(WORDS, refs))
    found = places(lines)
    assert found["words-1"] == (1, 1)
    assert found["words-2"] == (2, 3)
    marked = "".join(piece.text for line in lines for piece in line.pieces if piece.marked)
    assert marked == "Buses" + WORDS[start : start + 120]


def test_marks_that_begin_or_end_in_a_break_are_kept() -> None:
    text = "One.\n\nTwo."
    found = places(numbered(pieces(text, (Ref(0, 5, "A1", "a", "m"), Ref(5, 10, "A2", "b", "n")))))
    assert found == {"a": (1, 1), "b": (2, 2)}
